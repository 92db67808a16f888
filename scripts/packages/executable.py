"""Reads the target machine and the requirements of a program: ELF, Mach-O and PE."""

import struct
from dataclasses import dataclass
from pathlib import Path

ELF_MACHINES = {62: "x64", 183: "arm64"}
MACHO_MACHINES = {0x01000007: "x64", 0x0100000C: "arm64"}
PE_MACHINES = {0x8664: "x64", 0xAA64: "arm64"}

SECTION_DYNAMIC = 6
SECTION_NEEDED_VERSIONS = 0x6FFFFFFE
SEGMENT_INTERPRETER = 3
TAG_NEEDED = 1

COMMAND_MIN_VERSION = 0x24
COMMAND_BUILD_VERSION = 0x32


class NotAProgram(Exception):
    """The file is not a program that can be packaged."""


@dataclass(frozen=True)
class Executable:
    """Facts from a program's headers."""

    system: str
    """`linux`, `macos` or `windows`."""
    machine: str
    """`x64` or `arm64`."""
    static: bool = False
    """A program for Linux that loads no library."""
    libraries: tuple[str, ...] = ()
    """The libraries that a program for Linux loads, by file name."""
    glibc: tuple[int, int] = (0, 0)
    """The oldest glibc with every function that the program calls."""
    macos: tuple[int, int] = (0, 0)
    """The oldest macOS that the program was built for."""


def read(path):
    """Returns the facts of the program at `path`; raises `NotAProgram` if it is not one."""
    data = Path(path).read_bytes()
    try:
        if data[:4] == b"\x7fELF":
            return read_elf(data)
        if data[:4] == b"\xcf\xfa\xed\xfe":
            return read_macho(data)
        if data[:2] == b"MZ":
            return read_pe(data)
    except (struct.error, IndexError, KeyError, ValueError) as error:
        raise NotAProgram(f"{path} is damaged, or for a machine that is not packed: {error!r}") from error
    raise NotAProgram(f"{path} is no program for Linux, macOS or Windows")


def read_elf(data):
    machine = ELF_MACHINES[struct.unpack_from("<H", data, 18)[0]]
    segments_at, sections_at = struct.unpack_from("<QQ", data, 32)
    segment_size, segment_count, section_size, section_count = struct.unpack_from("<HHHH", data, 54)
    segments = [struct.unpack_from("<I", data, segments_at + i * segment_size)[0] for i in range(segment_count)]
    # For each section: name, type, flags, address, offset, size, link, info, alignment, size of an entry.
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, sections_at + i * section_size) for i in range(section_count)]

    def string(section, at):
        start = sections[section[6]][4] + at
        return data[start : data.index(b"\0", start)].decode("ascii")

    libraries, glibc = [], (0, 0)
    for section in sections:
        if section[1] == SECTION_DYNAMIC:
            for at in range(section[4], section[4] + section[5], 16):
                tag, value = struct.unpack_from("<qQ", data, at)
                if tag == TAG_NEEDED:
                    libraries.append(string(section, value))
        if section[1] == SECTION_NEEDED_VERSIONS:
            glibc = max([glibc, *needed_glibc(data, section, string)])
    static = SEGMENT_INTERPRETER not in segments
    return Executable("linux", machine, static=static, libraries=tuple(libraries), glibc=glibc)


# The version of a program with packed relocations, and the first glibc that has it.
PACKED_RELOCATIONS, PACKED_RELOCATIONS_GLIBC = "ABI_DT_RELR", (2, 36)


def needed_glibc(data, section, string):
    """Returns the glibc versions to which functions and relocations of the program are bound."""
    file_at = section[4]
    for _ in range(section[7]):
        _, count, _, first, next_file = struct.unpack_from("<HHIII", data, file_at)
        at = file_at + first
        for _ in range(count):
            _, _, _, name, next_version = struct.unpack_from("<IHHII", data, at)
            family, _, number = string(section, name).partition("_")
            if family == "GLIBC" and number[:1].isdigit():
                major, minor = (number.split(".") + ["0"])[:2]
                yield int(major), int(minor)
            if family == "GLIBC" and number == PACKED_RELOCATIONS:
                yield PACKED_RELOCATIONS_GLIBC
            at += next_version
        file_at += next_file


def read_macho(data):
    machine = MACHO_MACHINES[struct.unpack_from("<I", data, 4)[0]]
    count = struct.unpack_from("<I", data, 16)[0]
    at, oldest = 32, (10, 12)
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        if command in (COMMAND_MIN_VERSION, COMMAND_BUILD_VERSION):
            version = struct.unpack_from("<I", data, at + (12 if command == COMMAND_BUILD_VERSION else 8))[0]
            oldest = (version >> 16, (version >> 8) & 0xFF)
        at += size
    return Executable("macos", machine, macos=oldest)


def read_pe(data):
    header = struct.unpack_from("<I", data, 0x3C)[0]
    if data[header : header + 4] != b"PE\0\0":
        raise ValueError("no PE header")
    return Executable("windows", PE_MACHINES[struct.unpack_from("<H", data, header + 4)[0]])
