# slc_add_shaders: compile kernels with slc as a part of a CMake build. CMake 3.20 or later.
#
#   slc_add_shaders(<target>
#       SOURCES <file>...                 each is compiled on its own
#       TARGETS spirv|spirv-asm|hlsl|metal...
#       [ENTRY <name>...]                 entry points; default: all of a file
#       [DEFINES <name[=value]>...]
#       [INCLUDES <directory>...]
#       [PROFILE <profile>...]            such as spirv_1_6 sm_6_7
#       [OPTIONS <option>...]             further options of slc compile
#       [OUTPUT_DIR <directory>]          default: ${CMAKE_CURRENT_BINARY_DIR}/<target>
#       [DEPENDS <file or target>...]     what the sources need besides what they include
#       [EXCLUDE_FROM_ALL])
#
# It makes a custom target called <target>. dir/name.slang becomes <OUTPUT_DIR>/dir/name.spv
# (.spvasm, .hlsl, .metal). With a generator of several configurations the outputs lie below
# <OUTPUT_DIR>/<configuration>. The properties SLC_OUTPUTS and SLC_OUTPUT_DIR of the target hold the files
# and the directory. A change of an included file compiles what includes it again.
#
# slc is looked for on PATH and in $SLC_ROOT; set SLC_EXECUTABLE to name it.

include_guard(GLOBAL)

find_program(SLC_EXECUTABLE NAMES slc HINTS ENV SLC_ROOT PATH_SUFFIXES bin DOC "the Slang compiler slc")

function(_slc_ending target result)
  if(target STREQUAL "spirv")
    set(${result} "spv" PARENT_SCOPE)
  elseif(target STREQUAL "spirv-asm")
    set(${result} "spvasm" PARENT_SCOPE)
  elseif(target STREQUAL "hlsl" OR target STREQUAL "metal")
    set(${result} "${target}" PARENT_SCOPE)
  else()
    message(FATAL_ERROR "slc_add_shaders: unknown target '${target}': spirv, spirv-asm, hlsl, metal")
  endif()
endfunction()

# The name of a source below the output directory, without its ending.
function(_slc_stem source result)
  file(RELATIVE_PATH relative "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
  if(relative MATCHES "^\\.\\./" OR IS_ABSOLUTE "${relative}")
    get_filename_component(relative "${source}" NAME)
  endif()
  string(REGEX REPLACE "\\.[^./]*$" "" relative "${relative}")
  set(${result} "${relative}" PARENT_SCOPE)
endfunction()

function(slc_add_shaders name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXCLUDE_FROM_ALL" "OUTPUT_DIR"
    "SOURCES;TARGETS;ENTRY;DEFINES;INCLUDES;PROFILE;OPTIONS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "slc_add_shaders: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES OR NOT arg_TARGETS)
    message(FATAL_ERROR "slc_add_shaders: SOURCES and TARGETS are needed")
  endif()
  if(NOT SLC_EXECUTABLE)
    message(FATAL_ERROR "slc_add_shaders: slc is not found: put it on PATH or set SLC_EXECUTABLE")
  endif()
  if(NOT arg_OUTPUT_DIR)
    set(arg_OUTPUT_DIR "${name}")
  endif()
  get_filename_component(dir "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_property(multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi)
    string(APPEND dir "/$<CONFIG>")
  endif()

  set(common -no-validate)
  foreach(entry IN LISTS arg_ENTRY)
    list(APPEND common -entry "${entry}")
  endforeach()
  foreach(define IN LISTS arg_DEFINES)
    list(APPEND common -D "${define}")
  endforeach()
  foreach(include IN LISTS arg_INCLUDES)
    get_filename_component(include "${include}" ABSOLUTE)
    list(APPEND common -I "${include}")
  endforeach()
  foreach(profile IN LISTS arg_PROFILE)
    list(APPEND common -profile "${profile}")
  endforeach()
  list(APPEND common ${arg_OPTIONS})

  set(all)
  set(stems)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    _slc_stem("${source}" stem)
    if(stem IN_LIST stems)
      message(FATAL_ERROR "slc_add_shaders: two sources of ${name} are called ${stem}")
    endif()
    list(APPEND stems "${stem}")
    set(outputs)
    set(pairs)
    foreach(target IN LISTS arg_TARGETS)
      _slc_ending("${target}" ending)
      list(APPEND outputs "${dir}/${stem}.${ending}")
      list(APPEND pairs -target "${target}" -o "${dir}/${stem}.${ending}")
    endforeach()
    get_filename_component(folder "${dir}/${stem}" DIRECTORY)
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
      COMMAND "${SLC_EXECUTABLE}" compile ${common} ${pairs} -depfile "${dir}/${stem}.d" "${source}"
      DEPENDS "${source}" "${SLC_EXECUTABLE}" ${arg_DEPENDS}
      DEPFILE "${dir}/${stem}.d"
      COMMENT "slc ${stem}"
      VERBATIM)
    list(APPEND all ${outputs})
  endforeach()

  set(in_all ALL)
  if(arg_EXCLUDE_FROM_ALL)
    set(in_all)
  endif()
  add_custom_target(${name} ${in_all} DEPENDS ${all} SOURCES ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES SLC_OUTPUTS "${all}" SLC_OUTPUT_DIR "${dir}")
endfunction()
