from beatcast import Beatcast, calendar_frame, record_frame

with Beatcast() as beatcast:
    week = calendar_frame(beatcast.get_calendar())
    print(week[["symbol", "reportDate", "consensusEps", "baseRate", "beatProbability"]].head())
    record = record_frame(beatcast.list_record())
    print(f"{int(record['isCorrect'].sum())} of {len(record)} settled predictions were right.")
