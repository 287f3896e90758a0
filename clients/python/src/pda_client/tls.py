"""TLS of a client: which servers it trusts, and the certificate that it shows them."""

from __future__ import annotations

import ssl
from os import PathLike
from pathlib import Path

CertificateFiles = tuple[str | PathLike[str], str | PathLike[str]]
"""File of a certificate and file of its private key."""


def trusting(ca_file: str | PathLike[str] | None, ca: str | None) -> ssl.SSLContext:
    """Returns TLS 1.3 or newer with the given roots, or those of the system."""
    if ca_file is not None and ca is not None:
        raise ValueError("give the root certificates as ca_file or as ca, not both")
    try:
        context = ssl.create_default_context(cafile=ca_file, cadata=ca)
    except ssl.SSLError as cause:
        raise ValueError(f"{'ca' if ca_file is None else ca_file} has no certificate in PEM") from cause
    except OSError as cause:
        raise ValueError(f"{ca_file} (ca_file or PDA_CA_FILE) cannot be read: {cause.strerror}") from cause
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def show(context: ssl.SSLContext, files: CertificateFiles) -> None:
    """Makes connections show a client certificate. Two empty names mean none."""
    cert_file, key_file = files
    if not cert_file and not key_file:
        return
    if not cert_file or not key_file:
        raise ValueError(
            "a client certificate needs its private key, and the key its certificate: give both files as "
            "client_certificate, or set both PDA_CLIENT_CERT_FILE and PDA_CLIENT_KEY_FILE"
        )
    require(cert_file, "-----BEGIN CERTIFICATE-----", "certificate")
    require(key_file, "PRIVATE KEY-----", "private key")

    # Without this OpenSSL asks for a passphrase on the terminal.
    def no_passphrase() -> str:
        raise ValueError(f"the private key in {key_file} is encrypted: give it without a passphrase")

    try:
        context.load_cert_chain(cert_file, key_file, no_passphrase)
    except ssl.SSLError as cause:
        # The second is about a key of another kind, for which the certificate is none.
        if any(sign in str(cause) for sign in ("KEY_VALUES_MISMATCH", "NO_CERTIFICATE_ASSIGNED")):
            text = f"the private key in {key_file} does not belong to the certificate in {cert_file}"
        else:
            text = f"the certificate in {cert_file} or the private key in {key_file} is damaged"
        raise ValueError(text) from cause


def require(file: str | PathLike[str], mark: str, name: str) -> None:
    """Checks that a file can be read and has what it should: the errors of OpenSSL do not say which file is wrong."""
    if mark.encode() not in Path(file).read_bytes():
        raise ValueError(f"{file} has no {name} in PEM")
