"""What operators set, and what they are told when it is wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from services.kernel.parsing import Address
from services.kernel.settings import Settings, SettingsError, described, read, unknown

ROOT = Path(__file__).resolve().parents[2]


def problems(**variables: str) -> tuple[str, ...]:
    """What is wrong with these variables, given without their prefix."""
    with pytest.raises(SettingsError) as raised:
        read({f"EYESDOWN_{name}": value for name, value in variables.items()})
    return raised.value.problems


def test_nothing_set_is_a_development_service_on_this_machine():
    settings = read({})
    assert settings.mode == "development"
    assert settings.nats_url == ""
    assert settings.data_folder == Path(".eyesdown")
    assert settings.keys == Path(".eyesdown/keys")
    assert settings.grpc_address == Address("127.0.0.1", 7400)
    assert (settings.deadline_default, settings.deadline_max) == (10.0, 30.0)
    assert settings.log_as == "console"


def test_rules_and_venues_lie_beside_the_services():
    settings = read({})
    assert settings.venues_folder == ROOT / "venues"
    assert settings.rules_folder == ROOT / "rules"


def test_everything_can_be_set(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    settings = read(
        {
            "EYESDOWN_MODE": "production",
            "EYESDOWN_NATS_URL": "nats://ops:hunter2@n1:4222, tls://n2",
            "EYESDOWN_NATS_SYSTEM_URL": "nats://system:hunter2@n1:4222",
            "EYESDOWN_NATS_CA": str(file),
            "EYESDOWN_NATS_CERTIFICATE": str(file),
            "EYESDOWN_NATS_KEY": str(file),
            "EYESDOWN_DISPLAY_KEY": str(file),
            "EYESDOWN_DATA": str(tmp_path / "data"),
            "EYESDOWN_KEYS": str(tmp_path / "keys"),
            "EYESDOWN_VENUES": str(tmp_path),
            "EYESDOWN_RULES": str(tmp_path),
            "EYESDOWN_GRPC_ADDRESS": "[::1]:0",
            "EYESDOWN_METRICS_PORT": "0",
            "EYESDOWN_TLS_CERTIFICATE": str(file),
            "EYESDOWN_TLS_KEY": str(file),
            "EYESDOWN_ISSUER_KEYS": str(file),
            "EYESDOWN_TOKEN_ISSUER": "https://id.example",
            "EYESDOWN_TOKEN_AUDIENCE": "floor",
            "EYESDOWN_LOG_LEVEL": "debug",
            "EYESDOWN_LOG_FORMAT": "json",
            "EYESDOWN_REPLICA": "draw-2",
            "EYESDOWN_DEADLINE_DEFAULT": "2.5",
            "EYESDOWN_DEADLINE_MAX": "5",
            "EYESDOWN_STOP_GRACE": "1",
            "EYESDOWN_CALLS_MAX": "2000",
            "EYESDOWN_CALLS_PER_PERSON": "20",
            "EYESDOWN_STREAMS_PER_PERSON": "30",
            "EYESDOWN_STREAM_PATIENCE": "7.5",
            "EYESDOWN_MESSAGE_MAX": "65536",
            "EYESDOWN_METADATA_MAX": "32768",
        }
    )
    assert settings == Settings(
        mode="production",
        nats_url="nats://ops:hunter2@n1:4222,tls://n2",
        nats_system_url="nats://system:hunter2@n1:4222",
        nats_ca=file,
        nats_certificate=file,
        nats_key=file,
        display_key_file=file,
        data_folder=tmp_path / "data",
        keys_folder=tmp_path / "keys",
        venues_folder=tmp_path,
        rules_folder=tmp_path,
        grpc_address=Address("::1", 0),
        metrics_port=0,
        tls_certificate=file,
        tls_key=file,
        issuer_keys=file,
        token_issuer="https://id.example",
        token_audience="floor",
        log_level="debug",
        log_format="json",
        replica="draw-2",
        deadline_default=2.5,
        deadline_max=5.0,
        stop_grace=1.0,
        calls_max=2000,
        calls_per_person=20,
        streams_per_person=30,
        stream_patience=7.5,
        message_max=65_536,
        metadata_max=32_768,
    )
    assert str(settings.grpc_address) == "[::1]:0"


def test_every_wrong_variable_is_listed_with_what_is_expected():
    assert problems(MODE="test", METRICS_PORT="http", GRPC_ADDRESS="7400", VENUES="/nowhere") == (
        "EYESDOWN_MODE: expected development or production, not 'test'",
        "EYESDOWN_VENUES: expected a folder that exists, and there is no folder /nowhere",
        "EYESDOWN_GRPC_ADDRESS: expected host:port, not '7400'",
        "EYESDOWN_METRICS_PORT: expected a port, 0 to 65535, not 'http'",
    )


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GRPC_ADDRESS", "host:65536"),
        ("GRPC_ADDRESS", "::1:7400"),
        ("GRPC_ADDRESS", "host:"),
        ("METRICS_PORT", "-1"),
        ("METRICS_PORT", "65536"),
        ("METRICS_PORT", "tcp://10.0.0.7:9464"),  # as Kubernetes sets it for a service
        ("DEADLINE_DEFAULT", "0"),
        ("DEADLINE_DEFAULT", "nan"),
        ("DEADLINE_MAX", "1e3"),
        ("CALLS_MAX", "0"),
        ("CALLS_PER_PERSON", "many"),
        ("STREAMS_PER_PERSON", "1.5"),
        ("MESSAGE_MAX", "999"),
        ("METADATA_MAX", "100000000"),
        ("REPLICA", "draw.2"),
        ("LOG_LEVEL", "INFO"),
        ("NATS_URL", "http://n1"),
        ("NATS_URL", "nats://n1,"),
        ("NATS_URL", "nats://n1:port"),
        ("NATS_URL", "n1:4222"),
        ("ISSUER_KEYS", "/nowhere"),
        ("TOKEN_ISSUER", "x" * 201),
        ("DATA", __file__),
        ("RULES", __file__),
    ],
)
def test_a_wrong_value_is_told(variable: str, value: str):
    (problem,) = problems(**{variable: value})
    assert problem.startswith(f"EYESDOWN_{variable}: expected ")


def test_an_empty_variable_counts_as_not_set():
    assert read({"EYESDOWN_MODE": "", "EYESDOWN_METRICS_PORT": ""}).metrics_port == 9464


def test_a_misspelt_variable_is_told():
    assert problems(NATS_ULR="nats://n1", DEADLINE_DEFALT="1") == (
        "EYESDOWN_DEADLINE_DEFALT: no such variable, did you mean EYESDOWN_DEADLINE_DEFAULT?",
        "EYESDOWN_NATS_ULR: no such variable, did you mean EYESDOWN_NATS_URL?",
    )


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("DTAA", "DATA"),
        ("VENUE", "VENUES"),
        ("GRPC_ADRESS", "GRPC_ADDRESS"),
        ("METRIC_PORT", "METRICS_PORT"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("TOKEM", "TOKEN"),
    ],
)
def test_names_that_are_nearly_right_are_told(wrong: str, right: str):
    said = f"EYESDOWN_{wrong}: no such variable, did you mean EYESDOWN_{right}?"
    assert problems(**{wrong: "x"}) == (said,)


def test_what_kubernetes_sets_for_services_is_no_mistake():
    links = {
        "EYESDOWN_DRAW_SERVICE_HOST": "10.0.0.7",
        "EYESDOWN_DRAW_SERVICE_PORT": "7400",
        "EYESDOWN_DRAW_SERVICE_PORT_GRPC": "7400",
        "EYESDOWN_DRAW_PORT": "tcp://10.0.0.7:7400",
        "EYESDOWN_DRAW_PORT_7400_TCP": "tcp://10.0.0.7:7400",
        "EYESDOWN_DRAW_PORT_7400_TCP_ADDR": "10.0.0.7",
        "EYESDOWN_METRIC_PORT": "tcp://10.0.0.7:9464",
        "EYESDOWN_METRICS_SERVICE_HOST": "10.0.0.7",
        "NATS_ULR": "not ours",
    }
    assert read(links) == read({})
    assert unknown(links) == ()


def test_a_variable_that_nothing_reads_is_no_mistake_but_known_to_be_strange():
    strange = {"EYESDOWN_COLOUR": "red", "EYESDOWN_GATE_PORT": "7", "EYESDOWN_DRAW": "h:1"}
    assert read(strange) == read({})
    assert unknown(strange) == ("EYESDOWN_COLOUR", "EYESDOWN_GATE_PORT")


@pytest.mark.parametrize("name", ["CA", "DEBUG", "DRAW", "TOKEN"])
def test_what_the_command_line_reads_is_known(name: str):
    assert unknown({f"EYESDOWN_{name}": "x"}) == ()
    read({f"EYESDOWN_{name}": "x"})


def test_two_persons_word_is_demanded_in_production_whatever_is_set_and_where_it_is_said():
    assert not Settings().approval_demanded
    assert Settings(profile_approval="demanded").approval_demanded
    assert Settings(mode="production", profile_approval="auto").approval_demanded
    assert problems(PROFILE_APPROVAL="never") == (
        "EYESDOWN_PROFILE_APPROVAL: expected auto or demanded, not 'never'",
    )


def test_production_needs_the_keys_of_an_issuer():
    assert problems(MODE="production") == (
        "EYESDOWN_ISSUER_KEYS: needed in production, expected a file of public keys (JWKS); "
        "or EYESDOWN_ISSUER_URL",
    )


def test_a_certificate_needs_its_key_and_the_default_deadline_its_limit():
    assert problems(TLS_KEY=__file__, DEADLINE_DEFAULT="60") == (
        "EYESDOWN_TLS_CERTIFICATE and EYESDOWN_TLS_KEY: set both or none",
        "EYESDOWN_DEADLINE_DEFAULT: expected at most EYESDOWN_DEADLINE_MAX",
    )


IN_THE_CLEAR = "EYESDOWN_NATS_CA: NATS in the clear is for development, and on this machine alone"


@pytest.mark.parametrize(
    ("mode", "url"),
    [
        ("development", "nats://127.0.0.1, nats://n1"),
        ("production", "nats://127.0.0.1"),
    ],
)
def test_nats_in_the_clear_is_for_development_on_this_machine(mode: str, url: str):
    assert problems(MODE=mode, NATS_URL=url, ISSUER_KEYS=__file__) == (IN_THE_CLEAR,)
    chosen = {"MODE": mode, "NATS_URL": url, "ISSUER_KEYS": __file__, "NATS_CA": __file__}
    read({f"EYESDOWN_{name}": value for name, value in chosen.items()})


def test_a_certificate_for_nats_needs_its_key():
    assert problems(NATS_KEY=__file__) == (
        "EYESDOWN_NATS_CERTIFICATE and EYESDOWN_NATS_KEY: set both or none",
    )


def test_passwords_are_neither_shown_nor_repeated():
    settings = read({"EYESDOWN_NATS_URL": "nats://ops:hunter2@127.0.0.1"})
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(problems(NATS_URL="http://ops:hunter2@n1"))


def test_every_variable_is_described():
    table = {variable.name: variable for variable in described()}
    assert len(table) == len(dataclasses.fields(Settings))
    for variable in table.values():
        assert variable.name.startswith("EYESDOWN_")
        assert variable.type
        assert variable.default
        assert variable.description.endswith(".")
    assert table["EYESDOWN_MODE"].type == "development or production"
    assert table["EYESDOWN_NATS_URL"].default == "not set"
    assert table["EYESDOWN_GRPC_ADDRESS"].default == "127.0.0.1:7400"
    assert table["EYESDOWN_DEADLINE_DEFAULT"].default == "10"
    assert table["EYESDOWN_REPLICA"].default == "host name and process id"


def test_the_name_of_a_replica_fits_into_a_subject():
    assert read({}).replica.replace("-", "").isalnum()
