//! Whether this processor has the instructions that the program was built for.
//!
//! All other code may use those instructions, so this is written to give the compiler no cause to: no formatting, no
//! memory to be set or copied, nothing but constant bytes written one piece after another.

use std::io::{self, Write};

/// A feature that a program can be built for.
struct Feature {
    /// The compiler's name for it.
    name: &'static str,
    /// Whether this program is.
    needed: bool,
    /// Where the processor says whether it has it: which of [`registers`], and the bit.
    register: usize,
    bit: u32,
    /// Whether the operating system has to save wide registers for it.
    wide: bool,
}

const fn feature(name: &'static str, needed: bool, register: usize, bit: u32, wide: bool) -> Feature {
    Feature { name, needed, register, bit: 1 << bit, wide }
}

/// The features of x86-64 levels 2 and 3. (Intel SDM, volume 2, CPUID; AMD64 APM, volume 3, appendix E.)
static FEATURES: [Feature; 13] = [
    feature("sse3", cfg!(target_feature = "sse3"), 0, 0, false),
    feature("ssse3", cfg!(target_feature = "ssse3"), 0, 9, false),
    feature("fma", cfg!(target_feature = "fma"), 0, 12, true),
    feature("sse4.1", cfg!(target_feature = "sse4.1"), 0, 19, false),
    feature("sse4.2", cfg!(target_feature = "sse4.2"), 0, 20, false),
    feature("movbe", cfg!(target_feature = "movbe"), 0, 22, false),
    feature("popcnt", cfg!(target_feature = "popcnt"), 0, 23, false),
    feature("avx", cfg!(target_feature = "avx"), 0, 28, true),
    feature("f16c", cfg!(target_feature = "f16c"), 0, 29, true),
    feature("bmi1", cfg!(target_feature = "bmi1"), 1, 3, false),
    feature("avx2", cfg!(target_feature = "avx2"), 1, 5, true),
    feature("bmi2", cfg!(target_feature = "bmi2"), 1, 8, false),
    feature("lzcnt", cfg!(target_feature = "lzcnt"), 2, 5, false),
];

/// What the processor says of itself: leaf 1 ecx, leaf 7 ebx, leaf 0x8000_0001 ecx (0 where it has no such leaf), and
/// 1 where the system saves the wide registers.
///
/// The standard library's own detection cannot be asked: for a feature that the program is built with, it answers yes
/// without looking.
#[cfg(target_arch = "x86_64")]
fn registers() -> [u32; 4] {
    use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    // SAFETY: every x86-64 processor has the instruction CPUID. (Newer compilers call these functions safe.)
    #[allow(unused_unsafe)]
    let (basic, extended, amd) = unsafe {
        let extended = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
        let amd = if __cpuid(0x8000_0000).eax >= 0x8000_0001 { __cpuid(0x8000_0001).ecx } else { 0 };
        (__cpuid(1).ecx, extended, amd)
    };
    let os_saves = basic & 1 << 27 != 0;
    // SAFETY: XGETBV may be used where CPUID says OSXSAVE (leaf 1 ecx, bit 27).
    let wide = os_saves && unsafe { _xgetbv(0) } & 6 == 6;
    [basic, extended, amd, u32::from(wide)]
}

/// Other processors are as their target says.
#[cfg(not(target_arch = "x86_64"))]
fn registers() -> [u32; 4] {
    [u32::MAX; 4]
}

/// Whether a feature is needed and not there.
fn is_missing(feature: &Feature, registers: &[u32; 4]) -> bool {
    if !feature.needed || cfg!(not(target_arch = "x86_64")) {
        return false;
    }
    registers[feature.register] & feature.bit == 0 || feature.wide && registers[3] == 0
}

/// Says so, in one line, where the processor lacks something that the program was built for: whether it does.
#[inline(never)]
pub(super) fn is_too_old() -> bool {
    let registers = registers();
    let mut too_old = false;
    for feature in &FEATURES {
        if is_missing(feature, &registers) {
            write(if too_old { b", " } else { b"damero: this processor lacks " });
            write(feature.name.as_bytes());
            too_old = true;
        }
    }
    if too_old {
        write("; use a build for x86-64 / este procesador no los tiene; use un programa para x86-64\n".as_bytes());
    }
    too_old
}

#[inline(never)]
fn write(bytes: &[u8]) {
    // What cannot be written is lost: there is nobody to tell.
    let _ = io::stderr().write_all(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_that_runs_the_tests_lacks_nothing() {
        assert!(!is_too_old());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn what_is_needed_and_not_there_is_missing() {
        let none = [0; 4];
        let without_wide = [u32::MAX, u32::MAX, u32::MAX, 0];
        for found in &FEATURES {
            assert_eq!(is_missing(found, &none), found.needed, "{}", found.name);
            assert_eq!(is_missing(found, &without_wide), found.needed && found.wide, "{}", found.name);
            assert!(!is_missing(found, &[u32::MAX; 4]), "{}", found.name);
        }
    }
}
