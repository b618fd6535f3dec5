/**
 * One dense layer. `values` are integer multiples of `unit`: first the weights (one row per input, one column
 * per output), then the biases.
 */
export type Layer = { inputs: number; outputs: number; unit: number; values: number[] };

/**
 * A feed-forward network. Its output 0 is the log-odds of a beat, and the others are scores of the bins of
 * the surprise (before the softmax).
 */
export type NeuralNetwork = { layers: Layer[] };

/** An ensemble of networks whose outputs are averaged. */
export type NeuralNetworkEnsemble = { members: NeuralNetwork[] };

/**
 * Converts a feature vector to the networks' inputs: each feature's rank among its quantiles as a normal
 * deviate (0 when missing), followed by a 0/1 flag for each missing feature. `edges` holds each feature's
 * ascending quantiles.
 */
export function networkInputsOf(edges: readonly (readonly number[])[], row: Float64Array): Float64Array {
  const width = edges.length;
  const inputs = new Float64Array(2 * width);
  for (let i = 0; i < width; i++) {
    const value = row[i] as number;
    if (Number.isNaN(value)) inputs[width + i] = 1;
    else inputs[i] = rankDeviate(edges[i] as number[], value);
  }
  return inputs;
}

/**
 * Returns the normal deviate of a value's rank among ascending quantiles, interpolated between the two
 * nearest ones.
 */
function rankDeviate(edges: readonly number[], value: number): number {
  const n = edges.length;
  if (n === 0) return 0;
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  const below = edges[low - 1];
  const above = edges[low];
  const part = below === undefined || above === undefined ? 0 : (value - below) / (above - below);
  // The rank runs from 0 (below all quantiles) to n (above all). The next line maps it to a probability
  // strictly between 0 and 1.
  const rank = below === undefined ? 0 : low - 0.5 + (above === undefined ? 0.5 : part);
  return normalDeviate((rank + 0.5) / (n + 1));
}

/**
 * Returns the standard normal quantile of `p` by Winitzki's approximation (2008), with an error below 0.003
 * for quantiles between -2.4 and 2.4.
 */
function normalDeviate(p: number): number {
  const x = 2 * p - 1;
  const log = Math.log(1 - x * x);
  const a = 0.147;
  const term = 2 / (Math.PI * a) + log / 2;
  return Math.sign(x) * Math.sqrt(2) * Math.sqrt(Math.sqrt(term * term - log / a) - term);
}

export function ensembleOutputs({ members }: NeuralNetworkEnsemble, inputs: Float64Array): Float64Array {
  let sum: Float64Array | undefined;
  for (const { layers } of members) {
    let values = inputs;
    layers.forEach((layer, depth) => {
      values = dense(layer, values, depth < layers.length - 1);
    });
    if (sum) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (values[i] as number);
    else sum = values;
  }
  const outputs = sum ?? new Float64Array(0);
  return outputs.map((value) => value / members.length);
}

/**
 * The values of each layer as a typed array. They have at most four digits, so 16 bits suffice and a layer
 * fits into the CPU's first-level cache.
 */
const flatValues = new WeakMap<Layer, Int16Array>();

/**
 * Computes a layer's outputs, with ReLU for a hidden layer. It computes four outputs at once, so that their
 * sums stay in CPU registers, which halves the time.
 */
function dense(layer: Layer, x: Float64Array, isHidden: boolean): Float64Array {
  const { inputs, outputs, unit } = layer;
  const values = flatValues.get(layer) ?? Int16Array.from(layer.values);
  flatValues.set(layer, values);
  const result = Float64Array.from(values.subarray(inputs * outputs, (inputs + 1) * outputs));
  const blocks = outputs - (outputs % 4);
  for (let o = 0; o < blocks; o += 4) {
    let a = result[o] as number;
    let b = result[o + 1] as number;
    let c = result[o + 2] as number;
    let d = result[o + 3] as number;
    for (let i = 0, at = o; i < inputs; i++, at += outputs) {
      const value = x[i] as number;
      if (value === 0) continue;
      a += value * (values[at] as number);
      b += value * (values[at + 1] as number);
      c += value * (values[at + 2] as number);
      d += value * (values[at + 3] as number);
    }
    result[o] = a;
    result[o + 1] = b;
    result[o + 2] = c;
    result[o + 3] = d;
  }
  for (let o = blocks; o < outputs; o++)
    for (let i = 0; i < inputs; i++)
      result[o] = (result[o] as number) + (x[i] as number) * (values[i * outputs + o] as number);
  for (let o = 0; o < outputs; o++) {
    const value = unit * (result[o] as number);
    result[o] = isHidden ? Math.max(0, value) : value;
  }
  return result;
}

/** Returns the softmax of the scores: shares that sum to 1. */
export function softmax(scores: Float64Array): Float64Array {
  const greatest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - greatest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
