//! The module as which the system has loaded this code.
//!
//! On Windows a library that is unloaded is gone at once, whoever runs in it. CheckerBoard unloads engines that are searching,
//! when another is chosen or the program quits. So a search counts as a user of the library, and goes on counting until the
//! next command: its thread cannot take that back itself, as there might be no code left to return through. CheckerBoard
//! gives commands after each move. On Linux the system itself keeps a library for the threads that have used it.

#[cfg(unix)]
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;
#[cfg(windows)]
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(windows)]
mod windows {
    use std::ffi::c_void;

    unsafe extern "system" {
        fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
        pub fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
        pub fn FreeLibrary(module: *mut c_void) -> i32;
    }

    /// Without counting one more user.
    pub const NOT_COUNTED: u32 = 2;
    /// Counting one more user.
    pub const COUNTED: u32 = 0;

    /// The module that this code is in.
    pub fn module(count: u32) -> Option<*mut c_void> {
        const BY_ADDRESS: u32 = 4;
        let mut found = std::ptr::null_mut();
        // SAFETY: the address is one of this code, and what is found goes to memory of ours.
        let done = unsafe { GetModuleHandleExW(BY_ADDRESS | count, module as *const c_void, &mut found) };
        (done != 0).then_some(found)
    }
}

/// Who needs the library besides its host.
#[cfg(windows)]
struct Needed {
    /// Searches that run.
    searches: u32,
    /// Whether we count as a user.
    counted: bool,
}

#[cfg(windows)]
fn needed() -> MutexGuard<'static, Needed> {
    static NEEDED: Mutex<Needed> = Mutex::new(Needed { searches: 0, counted: false });
    NEEDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives the library stays loaded, whatever its host does.
pub(super) struct Stay(());

impl Stay {
    /// Keeps the library from now on.
    pub fn new() -> Stay {
        #[cfg(windows)]
        {
            let mut needed = needed();
            needed.searches += 1;
            needed.counted = needed.counted || windows::module(windows::COUNTED).is_some();
        }
        Stay(())
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        #[cfg(windows)]
        {
            needed().searches -= 1;
        }
    }
}

/// Leaves the library to its host, if nobody searches; to be called where the host is known to use it.
pub(super) fn let_go() {
    #[cfg(windows)]
    {
        let mut needed = needed();
        if needed.searches == 0 && needed.counted {
            needed.counted = false;
            drop(needed);
            if let Some(module) = windows::module(windows::NOT_COUNTED) {
                // SAFETY: it takes back what `Stay` counted. The host counts as a user, so the code stays.
                unsafe { windows::FreeLibrary(module) };
            }
        }
    }
}

/// The file that this code was loaded from.
#[cfg(windows)]
pub(super) fn own_file() -> Option<PathBuf> {
    use std::os::windows::ffi::OsStringExt;

    let module = windows::module(windows::NOT_COUNTED)?;
    let mut name = [0u16; 4096];
    // SAFETY: the pointer is to memory of ours, with its size.
    let length = unsafe { windows::GetModuleFileNameW(module, name.as_mut_ptr(), name.len() as u32) };
    let name = name.get(..length as usize).filter(|name| !name.is_empty())?;
    Some(PathBuf::from(std::ffi::OsString::from_wide(name)))
}

/// The file that this code was loaded from.
#[cfg(unix)]
pub(super) fn own_file() -> Option<PathBuf> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    /// `Dl_info` of `dlfcn.h`.
    #[repr(C)]
    struct Found {
        file: *const c_char,
        base: *mut c_void,
        symbol: *const c_char,
        address: *mut c_void,
    }
    unsafe extern "C" {
        fn dladdr(address: *const c_void, found: *mut Found) -> c_int;
    }
    let null: *mut c_void = std::ptr::null_mut();
    let mut found = Found { file: null.cast(), base: null, symbol: null.cast(), address: null };
    // SAFETY: the pointers are to code and memory of ours; the name lives as long as the library does.
    unsafe {
        if dladdr(own_file as *const c_void, &mut found) == 0 || found.file.is_null() {
            return None;
        }
        Some(PathBuf::from(OsStr::from_bytes(CStr::from_ptr(found.file).to_bytes())))
    }
}

/// The file that this code was loaded from.
#[cfg(not(any(unix, windows)))]
pub(super) fn own_file() -> Option<PathBuf> {
    None
}
