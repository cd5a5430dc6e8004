"""Texts are found in code and templates; a missing translation or placeholder is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from scripts import messages

CODE = """
from django.utils.translation import gettext as _, ngettext, pgettext_lazy
_("Plain text")
ngettext("%(n)d board", "%(n)d boards", 2)
pgettext_lazy("a hand at cards", "Hand")
"""
TEMPLATE = """{% load i18n %}
    {% if x %}
  {% translate "From a template" %}
      {% blocktranslate trimmed count n=boards %}
        One board of {{ event }}
      {% plural %}
        {{ n }} boards of {{ event }}
      {% endblocktranslate %}
{% endif %}<p title='{% translate "In an attribute" %}'>not "translated"</p>
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project instead of this one."""
    catalogue = tmp_path / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "TARGETS", {"zh_Hans": catalogue})
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "texts.py").write_text(CODE)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    return catalogue


def test_every_kind_of_text_is_collected() -> None:
    found = {
        (message.id if isinstance(message.id, str) else message.id[0], message.context)
        for message in messages.collect()
        if message.id
    }
    assert found == {
        ("Plain text", None),
        ("%(n)d board", None),
        ("Hand", "a hand at cards"),
        ("From a template", None),
        ("One board of %(event)s", None),
        ("In an attribute", None),
    }


def test_a_text_without_translation_is_named_with_its_place() -> None:
    lines = list(messages.faults())
    assert len(lines) == 6
    assert "zh_Hans: no translation of 'From a template' (templates/page.html)" in lines


def translate(catalogue: Path, text: str, translation: str) -> None:
    source = catalogue.read_text()
    old = f'msgid "{text}"\nmsgstr ""'
    assert old in source
    catalogue.write_text(source.replace(old, f'msgid "{text}"\nmsgstr "{translation}"'))


def test_collecting_again_keeps_what_was_translated(project: Path) -> None:
    messages.update()
    translate(project, "Plain text", "纯文本")
    messages.update()
    before = project.read_text()
    messages.update()
    assert project.read_text() == before
    assert "纯文本" in before
    assert len(list(messages.faults())) == 5


def test_a_translation_that_loses_a_placeholder_is_named(project: Path) -> None:
    messages.update()
    source = project.read_text()
    project.write_text(source.replace('msgstr[0] ""', 'msgstr[0] "%(x)s 副牌"'))
    assert any("%(n)d board" in line and "no translation" not in line for line in messages.faults())


def test_compiling_writes_a_catalogue_beside_its_source(project: Path) -> None:
    messages.update()
    translate(project, "Plain text", "纯文本")
    messages.compile_catalogues()
    with project.with_suffix(".mo").open("rb") as stream:
        assert read_mo(stream).get("Plain text").string == "纯文本"  # type: ignore[union-attr]
    assert [path.name for path in project.parent.iterdir() if ".mo." in path.name] == []
