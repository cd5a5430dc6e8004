"""A signed summary is believed exactly if it is what was signed."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from engine.cli import main
from engine.ed25519 import ORDER, is_genuine
from engine.summary import SignedSummary, signed_bytes, verify

#: RFC 8032, 7.1: (secret key, public key, message, signature).
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4"
        "6bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d"
        "8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


@pytest.mark.parametrize("vector", RFC_8032)
def test_the_vectors_of_the_standard(vector: tuple[str, str, str, str]) -> None:
    _secret, key, message, signature = map(bytes.fromhex, vector)
    assert is_genuine(key, message, signature)
    assert not is_genuine(key, message + b"x", signature)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 511))
def test_what_another_library_signs_is_genuine_and_no_changed_bit_is(
    seed: bytes, message: bytes, bit: int
) -> None:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    signature = private.sign(message)
    assert is_genuine(key, message, signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not is_genuine(key, message, bytes(changed))


def test_a_signature_has_one_form() -> None:
    _secret, key, message, signature = map(bytes.fromhex, RFC_8032[1])
    scalar = int.from_bytes(signature[32:], "little") + ORDER
    again = signature[:32] + scalar.to_bytes(32, "little")
    assert not is_genuine(key, message, again)
    assert not is_genuine(key, message, signature + b"\0")
    assert not is_genuine(b"\xff" * 32, message, signature)


def vector() -> dict[str, Any]:
    """The document of the test vector in docs/formats.md."""
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    part = text.split("### Test vector of a signed summary", 1)[1]
    return dict(json.loads(part.split("```json\n", 1)[1].split("```", 1)[0]))


#: The key of RFC 8032's first vector: everybody knows it.
SEED = bytes.fromhex(RFC_8032[0][0])


def test_the_test_vector_of_the_documentation() -> None:
    data = vector()
    signed = SignedSummary.from_data(data)
    assert verify(signed) == []
    assert signed.key.hex() == RFC_8032[0][1]
    made = Ed25519PrivateKey.from_private_bytes(SEED).sign(signed_bytes(data["summary"]))
    assert base64.b64encode(made).decode() == data["signature"]


def test_the_command_says_what_does_not_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = vector()
    path = tmp_path / "summary.json"
    path.write_text(json.dumps(data))
    key = data["summary"]["key"]
    (tmp_path / "test-cup-standings-v2.csv").write_bytes(b"rank\n")
    assert main(["verify-summary", str(path), "--key", key, "--files", str(tmp_path)]) == 0
    assert "the summary is what was signed (1 file compared)" in capsys.readouterr().out
    (tmp_path / "test-cup-standings-v2.csv").write_bytes(b"rank,\n")
    assert main(["verify-summary", str(path), "--files", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [each["code"] for each in told["faults"]] == ["other_file"]
    assert (told["files_checked"], told["key_checked"]) == (["standings.csv"], False)
    other = base64.b64encode(bytes(32)).decode()
    assert main(["verify-summary", str(path), "--key", other]) == 1
    assert "not by AAAA" in capsys.readouterr().out
    data["summary"]["ranking"][0]["score"] = "8"
    path.write_text(json.dumps(data))
    assert main(["verify-summary", str(path), "--lang", "zh"]) == 1
    assert "签名与摘要不符" in capsys.readouterr().out
    for wrong in ("[]", "{}", '{"summary": {"format": "fushi-summary-1"}}'):
        path.write_text(wrong)
        assert main(["verify-summary", str(path)]) == 2
