#!/usr/bin/env python3
"""Computes the track record's figures from the published predictions, with Python's standard library alone.

    python3 check-record.py https://example.com/data/predictions.csv
    python3 check-record.py predictions.csv --kind live --json
    python3 check-record.py predictions.csv --compare https://example.com/api/track-record/figures?kind=live
    python3 check-record.py predictions.csv --markets --compare https://example.com/api/track-record/versus-markets

Prints the Brier scores, the skills with their 95% intervals and the calibration bins of each kind of prediction.
With --markets it scores the pairs of our probability and a prediction market's price instead. With --compare it
exits with 1 where a figure differs from the published one by more than 1e-9, or by more than 1e-6 with --markets,
whose figures are published with six decimals.
"""
import argparse
import csv
import io
import json
import math
import sys
import urllib.request

DRAWS, SEED, LEAST_DAYS = 2000, 20261122, 10
LEAST_FOR_SCORE, LEAST_FOR_BIN, BINS = 100, 20, 10
TOLERANCE, MARKETS_TOLERANCE = 1e-9, 1.01e-6
MARKETS_BINS, Z95 = 5, 1.959964
FORECASTERS = {
    "ours": "beat_probability",
    "traders": "trader_price",
    "combined": "combined_probability",
    "baseRate": "base_rate",
}


def read(source):
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source) as answer:
            return answer.read().decode("utf-8")
    with open(source, encoding="utf-8", newline="") as file:
        return file.read()


def settled(text):
    """The settled rows by kind: probabilities as decimals, outcome 1 for a beat and 0 for a miss."""
    kinds = {}
    for row in csv.DictReader(io.StringIO(text, newline="")):
        if row["state"] != "settled":
            continue
        kinds.setdefault(row["record_kind"], []).append(
            {
                "p": float(row["beat_probability"]),
                "base": float(row["base_rate"]),
                "outcome": 1 if row["outcome"] == "beat" else 0,
                "day": row["report_date"],
            }
        )
    return kinds


def brier(rows, name):
    return math.fsum((row[name] - row["outcome"]) ** 2 for row in rows) / len(rows)


def skill(score, reference):
    return None if reference == 0 else 1 - score / reference


def xorshift(seed):
    """Marsaglia's xorshift32."""
    while True:
        seed ^= (seed << 13) & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= (seed << 5) & 0xFFFFFFFF
        yield seed / 2**32


def intervals(rows):
    """The middle 95% of draws of whole report days, for both skills; None with too few days."""
    days = {}
    for row in rows:
        sums = days.setdefault(row["day"], [0, 0, 0])
        unit = lambda share: round(share * 10000)
        truth = 10000 * row["outcome"]
        sums[0] += (unit(row["p"]) - truth) ** 2
        sums[1] += (unit(row["base"]) - truth) ** 2
        sums[2] += (10000 - truth) ** 2
    ordered = [days[day] for day in sorted(days)]
    if len(ordered) < LEAST_DAYS:
        return None, None
    numbers = xorshift(SEED)
    base, always = [], []
    for _ in range(DRAWS):
        drawn = [ordered[int(next(numbers) * len(ordered))] for _ in ordered]
        model = sum(one[0] for one in drawn)
        for place, list_of in ((1, base), (2, always)):
            reference = sum(one[place] for one in drawn)
            worst = 0 if model == 0 else -math.inf
            list_of.append(1 - model / reference if reference else worst)
    tail = int((1 - 0.95) / 2 * DRAWS)

    def middle(values):
        values = sorted(values)
        ends = values[tail], values[-1 - tail]
        return {"low": ends[0], "high": ends[1]} if all(map(math.isfinite, ends)) else None

    return middle(base), middle(always)


def band(probabilities):
    """95% band of the number of beats if every probability is right (exact Poisson-binomial)."""
    masses = [1.0]
    for p in probabilities:
        masses = [
            (masses[k] * (1 - p) if k < len(masses) else 0.0) + (masses[k - 1] * p if k > 0 else 0.0)
            for k in range(len(masses) + 1)
        ]
    below, low, high = 0.0, None, None
    for beats, mass in enumerate(masses):
        below += mass
        if low is None and below >= 0.025:
            low = beats
        if high is None and below >= 0.975:
            high = beats
    return low, high


def bins(rows):
    found = []
    for place in range(BINS):
        members = [row for row in rows if min(BINS - 1, round(row["p"] * 10000) // 1000) == place]
        n, beats = len(members), sum(row["outcome"] for row in members)
        one = {"from": place / BINS, "to": (place + 1) / BINS, "n": n, "beats": beats, "shares": None}
        if n >= LEAST_FOR_BIN:
            low, high = band([row["p"] for row in members])
            predicted = math.fsum(row["p"] for row in members) / n
            one["shares"] = {"predicted": predicted, "observed": beats / n, "bandLow": low / n, "bandHigh": high / n}
        found.append(one)
    return found


def figures(rows):
    n, beats = len(rows), sum(row["outcome"] for row in rows)
    correct = sum((row["p"] >= 0.5) == (row["outcome"] == 1) for row in rows)
    score = None
    if n >= LEAST_FOR_SCORE:
        model, base, always = brier(rows, "p"), brier(rows, "base"), (n - beats) / n
        of_base, of_always = intervals(rows)
        score = {
            "brier": model,
            "baseBrier": base,
            "alwaysBeatBrier": always,
            "skill": skill(model, base),
            "skillInterval": of_base,
            "beatSkill": skill(model, always),
            "beatSkillInterval": of_always if always else None,
        }
    return {"n": n, "correct": correct, "beats": beats, "score": score, "bins": bins(rows)}


def pairs_of(text, kind):
    """The settled rows whose price may be compared: a probability of each forecaster, company and outcome."""
    return [
        {name: float(row[column]) for name, column in FORECASTERS.items()}
        | {"symbol": row["symbol"], "outcome": 1 if row["outcome"] == "beat" else 0}
        for row in csv.DictReader(io.StringIO(text, newline=""))
        if row["state"] == "settled" and row.get("combined_probability") and kind in (None, row["record_kind"])
    ]


def log_loss(p, outcome):
    return -math.log(min(1 - 1e-12, max(1e-12, p if outcome else 1 - p)))


def wilson(hits, n):
    share, z = hits / n, Z95
    center = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (center - reach) / scale), min(1.0, (center + reach) / scale)


def difference(rows, score, first, second):
    """The mean difference of two forecasters' scores, with an error clustered by company."""
    gaps = [(row["symbol"], score(row[first], row["outcome"]) - score(row[second], row["outcome"])) for row in rows]
    mean = math.fsum(gap for _, gap in gaps) / len(gaps)
    sums = {}
    for symbol, gap in gaps:
        sums[symbol] = sums.get(symbol, 0.0) + gap - mean
    if len(sums) < 2:
        return {"mean": mean, "standardError": None, "low": None, "high": None}
    spread = math.fsum(value * value for value in sums.values())
    error = math.sqrt(spread * len(sums) / (len(sums) - 1)) / len(gaps)
    return {"mean": mean, "standardError": error, "low": mean - Z95 * error, "high": mean + Z95 * error}


def market_bins(rows, name):
    found = []
    for place in range(MARKETS_BINS):
        members = [row for row in rows if min(MARKETS_BINS - 1, math.floor(row[name] * MARKETS_BINS + 1e-9)) == place]
        one = {"from": place / MARKETS_BINS, "to": (place + 1) / MARKETS_BINS, "n": len(members)}
        one |= {"predicted": None, "observed": None, "low": None, "high": None}
        if members:
            beats = sum(row["outcome"] for row in members)
            low, high = wilson(beats, len(members))
            predicted = math.fsum(row[name] for row in members) / len(members)
            one |= {"predicted": predicted, "observed": beats / len(members), "low": low, "high": high}
        found.append(one)
    return found


def market_figures(rows):
    if not rows:
        return None
    square = lambda p, outcome: (p - outcome) ** 2
    mean = lambda score, name: math.fsum(score(row[name], row["outcome"]) for row in rows) / len(rows)
    gap = lambda first, second: {
        "brier": difference(rows, square, first, second),
        "logLoss": difference(rows, log_loss, first, second),
    }
    return {
        "n": len(rows),
        "companies": len({row["symbol"] for row in rows}),
        "beats": sum(row["outcome"] for row in rows),
        "scores": {
            name: {"brier": mean(square, name), "logLoss": mean(log_loss, name), "bins": market_bins(rows, name)}
            for name in FORECASTERS
        },
        "oursAgainstTraders": gap("ours", "traders"),
        "combinedAgainstOurs": gap("combined", "ours"),
    }


def check_markets(given):
    computed = market_figures(pairs_of(read(given.predictions), given.kind))
    print(json.dumps(computed, indent=1))
    if not given.compare:
        return 0
    found = differences(computed, json.loads(read(given.compare))["figures"], tolerance=MARKETS_TOLERANCE)
    for where in found:
        print(f"differs at {where}", file=sys.stderr)
    if not found:
        print(f"all figures of {computed['n'] if computed else 0} pairs are as published", file=sys.stderr)
    return 1 if found else 0


def differences(ours, theirs, path="", tolerance=TOLERANCE):
    """Paths at which the published figures differ from ours."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return [
            where for key in ours for where in differences(ours[key], theirs.get(key), f"{path}.{key}", tolerance)
        ]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [
            where for i, one in enumerate(ours) for where in differences(one, theirs[i], f"{path}[{i}]", tolerance)
        ]
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        return [] if abs(ours - theirs) <= tolerance else [f"{path}: computed {ours}, published {theirs}"]
    return [] if ours == theirs else [f"{path}: computed {ours}, published {theirs}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", help="path or address of predictions.csv")
    parser.add_argument("--kind", help="one kind of prediction alone: live, rehearsed, simulated or replayed")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--compare", help="path or address of published figures")
    parser.add_argument("--markets", action="store_true", help="score the pairs with prices of prediction markets, as JSON")
    given = parser.parse_args()
    if given.markets:
        return check_markets(given)
    kinds = settled(read(given.predictions))
    published = json.loads(read(given.compare)) if given.compare else None
    kind = given.kind or (published and published["kind"])
    if kind:
        kinds = {kind: kinds.get(kind, [])}
    computed = {name: figures(rows) for name, rows in kinds.items()}
    if given.json:
        print(json.dumps(computed, indent=1))
    else:
        for name, one in computed.items():
            print_figures(name, one)
    if published is None:
        return 0
    found = differences(computed[kind], published["figures"])
    for where in found:
        print(f"differs at {where}", file=sys.stderr)
    if not found:
        print(f"all figures of the {computed[kind]['n']} {kind} predictions are as published", file=sys.stderr)
    return 1 if found else 0


def print_figures(name, one):
    print(f"{name}: {one['n']} settled, {one['correct']} right, {one['beats']} beats")
    score = one["score"]
    if score is None:
        print(f"  scores are withheld under {LEAST_FOR_SCORE}")
    else:
        print(f"  Brier score {score['brier']:.6f}, of the base rate {score['baseBrier']:.6f}")
        for words, key in (("the base rate", "skill"), ("always predicting a beat", "beatSkill")):
            ends = score[key + "Interval"]
            reach = f", 95% interval {ends['low']:.4f} to {ends['high']:.4f}" if ends else ""
            if score[key] is not None:
                print(f"  Skill over {words} {score[key]:.4f}{reach}")
    for one_bin in one["bins"]:
        shares = one_bin["shares"]
        text = f"  {one_bin['from']:.0%} to {one_bin['to']:.0%}: {one_bin['n']} predictions, {one_bin['beats']} beats"
        if shares:
            text += f", predicted {shares['predicted']:.4f}, observed {shares['observed']:.4f}"
            text += f", expected {shares['bandLow']:.4f} to {shares['bandHigh']:.4f}"
        print(text)


if __name__ == "__main__":
    sys.exit(main())
