/** A part of a request that changes from one to the next, always of the same length. */
export type Slot = {
  offset: number;
  /**
   * unique: 32 hexadecimal characters, never the same twice; random: one of the values; turns: one after the other, again
   * and again; once: one after the other, and when they are used up the load ends.
   */
  kind: 'unique' | 'random' | 'turns' | 'once';
  values: string[];
};

/** A request as bytes, in which slots are overwritten before it is sent. */
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

/** What one slice of load showed. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  /** Answers other than the expected one, and lost connections, with how often each came. */
  faults: Record<string, number>;
  /** Of one core. */
  generatorCpu: number;
}
