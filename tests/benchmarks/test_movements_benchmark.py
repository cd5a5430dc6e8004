"""The benchmark of movements, at small sizes: it shows what theory says, or fails."""

import json

import pytest

from benchmarks import movements


def test_it_prints_every_part_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(movements, "SIZES", (6, 9, 12))
    monkeypatch.setattr(movements, "PASSES", ((6, 2), (9, 8)))
    monkeypatch.setattr(movements, "COMPARED", ((9, 4),))
    monkeypatch.setattr(movements, "SWISS", (30,))
    monkeypatch.setattr("sys.argv", ["movements", "--quick", "--json"])
    assert movements.main() == 0
    found = json.loads(capsys.readouterr().out)
    sizes = {line["players"]: line for line in found["Individual movements"]}
    assert {n: (line["possible"], line["repeats"]) for n, line in sizes.items()} == {
        6: (1, 0),
        9: (4, 0),
        12: (4, 0),
    }
    beyond = found["More rounds than without repeats, 3 boards"]
    assert [(line["repeats"], line["repeat_bound"]) for line in beyond] == [(2, 2), (36, 36)]
    assert found["Spread of comparisons, 3 boards"][0]["comparisons"] == 0
    assert found["Swiss"][0]["repeats"] == 0
    assert all(line["meeting_imbalance"] == 0 for line in found["Teams of three"][-8:])
    assert all(line["repeats"] == 0 for line in found["Other formats"][:9])
