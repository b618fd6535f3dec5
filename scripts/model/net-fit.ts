import type { Layer, NeuralNetwork } from "#model/nets.ts";
import { sigmoid } from "#model/statistics.ts";
import { randomFrom } from "./random.ts";

export type NetOptions = {
  hidden: readonly [number, number];
  epochs: number;
  batch: number;
  learningRate: number;
  dropout: number;
  /** L2 decay per step, in units of the learning rate. */
  decay: number;
  /** The weight of the bins in the loss. */
  binShare: number;
};

/** `row` fills an event's inputs. */
type NetTask = {
  n: number;
  width: number;
  inputsOf: (event: number, epoch: number) => Float32Array;
  labels: Uint8Array;
  bins: Uint8Array;
  binCount: number;
  weights: Float64Array;
};

const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8];

class Dense {
  readonly values: Float64Array;
  readonly gradient: Float64Array;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #active: Uint16Array;
  readonly #filled: Uint16Array;
  readonly inputs: number;
  readonly outputs: number;

  constructor(inputs: number, outputs: number, random: () => number) {
    this.inputs = inputs;
    this.outputs = outputs;
    const size = (inputs + 1) * outputs;
    const reach = Math.sqrt(6 / inputs) * 0.7;
    this.values = new Float64Array(size);
    for (let i = 0; i < inputs * outputs; i++) this.values[i] = (2 * random() - 1) * reach;
    this.gradient = new Float64Array(size);
    this.#first = new Float64Array(size);
    this.#second = new Float64Array(size);
    this.#active = new Uint16Array(outputs);
    this.#filled = new Uint16Array(inputs);
  }

  /** Four sums stay in CPU registers. */
  forward(x: Float64Array, out: Float64Array): void {
    const { inputs, outputs, values } = this;
    const filled = this.#filled;
    let count = 0;
    for (let i = 0; i < inputs; i++) if (x[i] !== 0) filled[count++] = i;
    const biases = inputs * outputs;
    const blocks = outputs - (outputs % 4);
    for (let o = 0; o < blocks; o += 4) {
      let a = values[biases + o] as number;
      let b = values[biases + o + 1] as number;
      let c = values[biases + o + 2] as number;
      let d = values[biases + o + 3] as number;
      for (let k = 0; k < count; k++) {
        const i = filled[k] as number;
        const value = x[i] as number;
        const at = i * outputs + o;
        a += value * (values[at] as number);
        b += value * (values[at + 1] as number);
        c += value * (values[at + 2] as number);
        d += value * (values[at + 3] as number);
      }
      out[o] = a;
      out[o + 1] = b;
      out[o + 2] = c;
      out[o + 3] = d;
    }
    for (let o = blocks; o < outputs; o++) {
      let sum = values[biases + o] as number;
      for (let k = 0; k < count; k++) {
        const i = filled[k] as number;
        sum += (x[i] as number) * (values[i * outputs + o] as number);
      }
      out[o] = sum;
    }
  }

  /**
   * Dropout and the rectifier leave most of `delta` zero. `back` receives the gradient of the inputs unless it is
   * null.
   */
  backward(x: Float64Array, delta: Float64Array, back: Float64Array | null): void {
    const { inputs, outputs, values, gradient } = this;
    const active = this.#active;
    let count = 0;
    for (let o = 0; o < outputs; o++) if (delta[o] !== 0) active[count++] = o;
    for (let i = 0; i < inputs; i++) {
      const value = x[i] as number;
      if (back) back[i] = 0;
      if (value === 0) continue;
      const start = i * outputs;
      for (let k = 0; k < count; k++) {
        const o = active[k] as number;
        const at = start + o;
        gradient[at] = (gradient[at] as number) + value * (delta[o] as number);
      }
      if (!back) continue;
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const o = active[k] as number;
        sum += (values[start + o] as number) * (delta[o] as number);
      }
      back[i] = sum;
    }
    for (let o = 0, at = inputs * outputs; o < outputs; o++, at++)
      gradient[at] = (gradient[at] as number) + (delta[o] as number);
  }

  /** Adam with decoupled weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019). Clears the gradient. */
  step(rate: number, decay: number, scale: number, time: number): void {
    const { values, gradient, inputs, outputs } = this;
    const [correct1, correct2] = [1 - BETA1 ** time, 1 - BETA2 ** time];
    const weights = inputs * outputs;
    for (let i = 0; i < values.length; i++) {
      const g = (gradient[i] as number) * scale;
      const first = BETA1 * (this.#first[i] as number) + (1 - BETA1) * g;
      const second = BETA2 * (this.#second[i] as number) + (1 - BETA2) * g * g;
      this.#first[i] = first;
      this.#second[i] = second;
      const value = values[i] as number;
      const shrink = i < weights ? decay * value : 0;
      values[i] = value - rate * (first / correct1 / (Math.sqrt(second / correct2) + EPSILON) + shrink);
      gradient[i] = 0;
    }
  }
}

/** Deterministic to the bit. */
export function fitNet(task: NetTask, options: NetOptions, seed: number): NeuralNetwork {
  const random = randomFrom(seed);
  const [h1, h2] = options.hidden;
  const out = 1 + task.binCount;
  const layers = [
    new Dense(task.width, h1, random),
    new Dense(h1, h2, random),
    new Dense(h2, out, random),
  ] as const;
  const [x, a1, a2, o] = [task.width, h1, h2, out].map((size) => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [d1, d2, delta] = [new Float64Array(h1), new Float64Array(h2), new Float64Array(out)];
  const stay = 1 - options.dropout;
  const order = Uint32Array.from({ length: task.n }, (_, i) => i);
  const stepsInAll = Math.ceil(task.n / options.batch) * options.epochs;
  let time = 0;
  const drop = (values: Float64Array) => {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      values[i] = value > 0 && random() < stay ? value / stay : 0;
    }
  };
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < task.n; from += options.batch) {
      const to = Math.min(task.n, from + options.batch);
      let total = 0;
      for (let k = from; k < to; k++) {
        const event = order[k] as number;
        x.set(task.inputsOf(event, epoch));
        layers[0].forward(x, a1);
        drop(a1);
        layers[1].forward(a1, a2);
        drop(a2);
        layers[2].forward(a2, o);
        const weight = task.weights[event] as number;
        total += weight;
        delta[0] = weight * (sigmoid(o[0] as number) - (task.labels[event] as number));
        binGradient(o, task.bins[event] as number, weight * options.binShare, delta);
        layers[2].backward(a2, delta, d2);
        for (let i = 0; i < h2; i++) d2[i] = (d2[i] as number) / stay;
        layers[1].backward(a1, d2, d1);
        for (let i = 0; i < h1; i++) d1[i] = (d1[i] as number) / stay;
        layers[0].backward(x, d1, null);
      }
      time++;
      // The learning rate warms up, then follows a cosine.
      const done = time / stepsInAll;
      const rate =
        options.learningRate * Math.min(1, 20 * done) * 0.5 * (1 + Math.cos(Math.PI * Math.min(1, done)));
      for (const layer of layers) layer.step(rate, options.decay, 1 / Math.max(total, 1e-9), time);
    }
  }
  return { layers: layers.map(wholeNumbers) };
}

/** The gradient of the cross-entropy. */
function binGradient(o: Float64Array, bin: number, weight: number, delta: Float64Array): void {
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < o.length; i++) greatest = Math.max(greatest, o[i] as number);
  let total = 0;
  for (let i = 1; i < o.length; i++) {
    const power = Math.exp((o[i] as number) - greatest);
    delta[i] = power;
    total += power;
  }
  for (let i = 1; i < o.length; i++)
    delta[i] = weight * ((delta[i] as number) / total - Number(i - 1 === bin));
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const held = order[i] as number;
    order[i] = order[j] as number;
    order[j] = held;
  }
}

/** Four digits keep the file small. */
function wholeNumbers({ inputs, outputs, values }: Dense): Layer {
  const greatest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  const unit = Number((greatest / 4000).toPrecision(6));
  return { inputs, outputs, unit, values: Array.from(values, (value) => Math.round(value / unit) + 0) };
}
