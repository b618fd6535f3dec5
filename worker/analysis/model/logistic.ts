/** A logistic model on standardised features; a missing value counts as the feature's mean. */
export type Logistic = { intercept: number; means: number[]; deviations: number[]; coefficients: number[] };

/** Log-odds of one feature vector. */
export function logisticLogOdds(model: Logistic, row: Float64Array): number {
  let sum = model.intercept;
  model.coefficients.forEach((coefficient, i) => {
    const value = row[i] ?? Number.NaN;
    if (!Number.isNaN(value))
      sum += (coefficient * (value - (model.means[i] ?? 0))) / (model.deviations[i] ?? 1);
  });
  return sum;
}
