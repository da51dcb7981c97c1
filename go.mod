module slc

go 1.26
