/** A part of a request that changes from one to the next, without changing its length. */
export type Slot = {
  offset: number;
  /**
   * unique: 32 hexadecimal characters, never the same twice; random: one of the values; turns: one after the other, in a loop;
   * once: one after the other, and the load ends when they are used up.
   */
  kind: 'unique' | 'random' | 'turns' | 'once';
  values: string[];
};

/** A request as bytes, whose slots are overwritten before it is sent. */
export interface RequestTemplate {
  bytesBase64: string;
  slots: Slot[];
}

export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  expectedStatus: number;
}

/** The result of one slice of load. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  /** Unexpected statuses and lost connections, with how often each occurred. */
  faults: Record<string, number>;
  /** Of one core. */
  generatorCpu: number;
}
