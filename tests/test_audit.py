"""What the audit of vulnerabilities makes of pip-audit's reports. None of this asks the network."""

import json

from tools.audit import read, verdict

CLEAN = {"name": "numpy", "version": "2.4.6", "vulns": []}
SKIPPED = {"name": "idna", "skip_reason": "not found"}
FOUND = {
    "name": "starlette",
    "version": "1.0",
    "vulns": [
        {"id": "PYSEC-1", "fix_versions": ["1.1", "1.0.1"], "aliases": ["CVE-1", "PYSEC-1"], "description": "Long."},
        {"id": "PYSEC-2", "fix_versions": [], "aliases": [], "description": "Longer."},
    ],
}


def report(*packages: dict) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def judged(*packages: dict) -> tuple[int, str]:
    code, said = verdict({"a.lock": read(report(*packages))})
    return code, "\n".join(said)


def test_a_known_vulnerability_is_a_failure_and_named_with_its_cure():
    code, said = judged(CLEAN, FOUND, {**FOUND, "name": "psycopg", "vulns": FOUND["vulns"][:1]})
    assert code == 1
    assert "3 audited, 3 known vulnerabilities" in said
    assert "starlette 1.0 (to play and to serve): PYSEC-1, CVE-1; fixed in 1.1 or 1.0.1" in said
    assert "starlette 1.0 (to play and to serve): PYSEC-2; not fixed yet" in said
    assert "psycopg 1.0 (with the extra `postgres`): PYSEC-1" in said


def test_none_known_is_none():
    assert judged(CLEAN) == (0, "a.lock: 1 audited, no known vulnerabilities")


def test_what_a_list_does_not_know_was_not_audited():
    code, said = judged(CLEAN, SKIPPED)
    assert code == 0
    assert "1 audited" in said
    assert "not audited: idna" in said


def test_a_list_that_knows_no_package_at_all_was_not_reached():
    """A mirror that has packages but no list of vulnerabilities answers so, and pip-audit finds that in order."""
    code, said = judged(SKIPPED, SKIPPED)
    assert code == 0
    assert "NOT AUDITED" in said


def test_no_report_is_no_clean_bill():
    for text in ("", "Traceback", "[]", "{}"):
        assert read(text) is None
    assert verdict({"a.lock": None, "b.lock": read(report(FOUND))})[0] == 1
