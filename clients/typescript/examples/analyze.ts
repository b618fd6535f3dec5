import { Beatcast, QuotaError } from "beatcast";

const beatcast = new Beatcast();
try {
  const { stock, prediction, model } = await beatcast.analyze("AAPL", {
    onStage: ({ stage, status }) => console.error(stage, status),
  });
  console.log(stock.symbol, prediction.beatProbability, "base rate", model.baseRate);
} catch (error) {
  if (!(error instanceof QuotaError)) throw error;
  console.error(error.message);
}
