//! Writes and compiles the one C file, with the Python that has scalareale (`PYTHON`, or python3) and a C compiler
//! (`CC`, or cc; `CFLAGS`, or -O3).

use std::env;
use std::process::Command;

fn run(program: &str, arguments: &[&str]) {
    let status = Command::new(program).args(arguments).status();
    assert!(status.map_or(false, |s| s.success()), "{program} {arguments:?} failed");
}

fn main() {
    let folder = env::var("OUT_DIR").unwrap();
    let python = env::var("PYTHON").unwrap_or("python3".into());
    let compiler = env::var("CC").unwrap_or("cc".into());
    let (source, object, library) =
        (format!("{folder}/scalareale.c"), format!("{folder}/scalareale.o"), format!("{folder}/libscalareale.a"));
    let flags = env::var("CFLAGS").unwrap_or("-O3".into());

    run(&python, &["-m", "scalareale.embed", "--no-example", &folder]);
    let mut arguments: Vec<&str> = flags.split_whitespace().collect();
    arguments.extend(["-fPIC", "-c", &source, "-o", &object]);
    run(&compiler, &arguments);
    run("ar", &["rcs", &library, &object]);
    println!("cargo:rustc-link-search=native={folder}");
    println!("cargo:rustc-link-lib=static=scalareale");
    println!("cargo:rerun-if-env-changed=PYTHON");
    println!("cargo:rerun-if-env-changed=CC");
    println!("cargo:rerun-if-env-changed=CFLAGS");
}
