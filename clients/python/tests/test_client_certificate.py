"""A client that proves who it is by its certificate."""

import re
import ssl
from pathlib import Path

import pytest
import trustme
from conftest import Make
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pda_client import PdaClient
from server import Server

API_KEY = "pda_secret_0123456789"


class Identity:
    """The files of a certificate with a CA between it and the root, and of its key."""

    def __init__(self, authority: trustme.CA, folder: Path, name: str) -> None:
        leaf = authority.create_child_ca().issue_cert(f"{name}.example")
        self.der = ssl.PEM_cert_to_DER_cert(leaf.cert_chain_pems[0].bytes().decode())
        self.sec1 = leaf.private_key_pem.bytes()
        self.cert = folder / f"{name}.pem"
        self.cert.write_bytes(b"".join(pem.bytes() for pem in leaf.cert_chain_pems))
        self.key = folder / f"{name}-key.pem"
        self.key.write_bytes(self.pkcs8())
        self.files = (self.cert, self.key)

    def pkcs8(self, passphrase: bytes | None = None) -> bytes:
        protection = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
        key = load_pem_private_key(self.sec1, None)
        return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, protection)


@pytest.fixture
def till(authority: trustme.CA, tmp_path: Path) -> Identity:
    return Identity(authority, tmp_path, "till")


@pytest.fixture
def office(authority: trustme.CA, tmp_path: Path) -> Identity:
    return Identity(authority, tmp_path, "office")


def test_shows_its_certificate_and_needs_no_api_key(make: Make, server: Server, till: Identity) -> None:
    make(client_certificate=till.files).get_server_info()
    [asked] = server.asked
    assert asked.certificate == till.der
    assert "Authorization" not in asked.headers


def test_takes_a_key_in_the_form_of_sec1(make: Make, server: Server, till: Identity) -> None:
    assert till.sec1.startswith(b"-----BEGIN EC PRIVATE KEY-----")
    till.key.write_bytes(till.sec1)
    make(client_certificate=(str(till.cert), str(till.key))).get_server_info()
    assert server.asked[0].certificate == till.der


def test_sends_certificate_and_api_key(make: Make, server: Server, till: Identity) -> None:
    make(client_certificate=till.files, api_key=API_KEY).get_server_info()
    assert server.asked[0].certificate == till.der
    assert server.asked[0].headers["Authorization"] == f"Bearer {API_KEY}"


def test_shows_none_unless_it_has_one(make: Make, server: Server) -> None:
    make().get_server_info()
    assert server.asked[0].certificate is None


def test_the_environment_names_the_files_and_the_option_counts_more(
    make: Make, server: Server, till: Identity, office: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PDA_CLIENT_CERT_FILE", str(till.cert))
    monkeypatch.setenv("PDA_CLIENT_KEY_FILE", str(till.key))
    make().get_server_info()
    make(client_certificate=office.files).get_server_info()
    make(client_certificate=("", "")).get_server_info()
    assert [asked.certificate for asked in server.asked] == [till.der, office.der, None]


@pytest.mark.parametrize("missing", [0, 1])
def test_refuses_one_without_the_other(
    server: Server, till: Identity, monkeypatch: pytest.MonkeyPatch, missing: int
) -> None:
    both = "set both PDA_CLIENT_CERT_FILE and PDA_CLIENT_KEY_FILE"
    files = [str(till.cert), str(till.key)]
    files[missing] = ""
    with pytest.raises(ValueError, match=both):
        PdaClient(server.url, ca=server.ca, client_certificate=(files[0], files[1]))
    monkeypatch.setenv(("PDA_CLIENT_KEY_FILE", "PDA_CLIENT_CERT_FILE")[missing], files[1 - missing])
    with pytest.raises(ValueError, match=both):
        PdaClient(server.url, ca=server.ca)


def refusal(server: Server, identity: Identity) -> str:
    """Returns the error that a client with these files is refused with: it shows nothing of the key."""
    with pytest.raises(ValueError, match="in") as caught:
        PdaClient(server.url, ca=server.ca, client_certificate=identity.files)
    shown = f"{caught.value} {caught.value!r} {caught.value.__cause__!r}"
    assert not any(line in shown for line in identity.key.read_text().splitlines() if len(line) > 40)
    return str(caught.value)


def test_refuses_the_key_of_another_certificate(server: Server, till: Identity, office: Identity) -> None:
    expected = f"the private key in {till.key} does not belong to the certificate in {till.cert}"
    till.key.write_bytes(office.pkcs8())
    assert refusal(server, till) == expected
    rsa = generate_private_key(65537, 2048)
    till.key.write_bytes(rsa.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert refusal(server, till) == expected


def test_refuses_what_is_no_certificate_or_no_key(server: Server, till: Identity, office: Identity) -> None:
    till.cert.write_bytes(till.pkcs8())
    assert refusal(server, till) == f"{till.cert} has no certificate in PEM"
    office.key.write_bytes(office.cert.read_bytes())
    assert refusal(server, office) == f"{office.key} has no private key in PEM"


def test_refuses_a_damaged_key(server: Server, till: Identity) -> None:
    till.key.write_bytes(till.pkcs8().replace(b"\nMI", b"\nAA", 1))
    assert refusal(server, till) == f"the certificate in {till.cert} or the private key in {till.key} is damaged"


def test_refuses_an_encrypted_key_and_asks_nobody_for_a_passphrase(server: Server, till: Identity) -> None:
    till.key.write_bytes(till.pkcs8(b"passphrase"))
    assert refusal(server, till) == f"the private key in {till.key} is encrypted: give it without a passphrase"


@pytest.mark.parametrize("missing", ["cert", "key"])
def test_names_a_file_that_cannot_be_read(server: Server, till: Identity, missing: str) -> None:
    file: Path = getattr(till, missing)
    file.unlink()
    with pytest.raises(FileNotFoundError, match=re.escape(str(file))):
        PdaClient(server.url, ca=server.ca, client_certificate=till.files)


def test_never_shows_the_key(server: Server, till: Identity) -> None:
    with PdaClient(server.url, ca=server.ca, client_certificate=till.files) as pda:
        transport = pda.http._transport
        shown = f"{pda!r} {pda} {vars(pda)!r} {pda.http!r} {transport!r} {vars(transport)!r}"
    assert till.key.read_text().splitlines()[1] not in shown
