from beatcast import Beatcast, QuotaError

with Beatcast() as beatcast:
    try:
        found = beatcast.analyze("AAPL", on_stage=lambda stage: print(stage["stage"], stage["status"]))
        print(found["stock"]["symbol"], found["prediction"]["beatProbability"], "base rate", found["model"]["baseRate"])
    except QuotaError as error:
        print(error)
