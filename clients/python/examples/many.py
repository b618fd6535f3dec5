import asyncio

from beatcast import AsyncBeatcast


async def main() -> None:
    async with AsyncBeatcast() as beatcast:
        for found in await asyncio.gather(*map(beatcast.analyze, ["AAPL", "MSFT", "NVDA"])):
            print(found["stock"]["symbol"], found["prediction"]["beatProbability"])


asyncio.run(main())
