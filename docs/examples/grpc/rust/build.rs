//! Generates the client from the protos in `$PROTOS/proto` and `$PROTOS/third_party/proto`. No protoc is needed.

use std::path::{Path, PathBuf};
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=PROTOS");
    let folder = PathBuf::from(env::var("PROTOS").unwrap_or_else(|_| "../../../..".into()));
    let (contract, imports) = (folder.join("proto"), folder.join("third_party/proto"));
    let files = protos_under(&contract)?;
    let descriptors = protox::compile(&files, [&contract, &imports])?;
    tonic_prost_build::configure()
        .build_server(false)
        .include_file("pda.rs")
        .compile_fds(descriptors)?;
    Ok(())
}

fn protos_under(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(protos_under(&path)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "proto")
        {
            files.push(path);
        }
    }
    Ok(files)
}
