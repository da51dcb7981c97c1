package metal
