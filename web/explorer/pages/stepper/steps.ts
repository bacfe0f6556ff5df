/* The steps of a transaction, and the messages between the page and the thread that holds them. */

/** A step as the tracer `structLogger` reports it. Words are hex. */
export interface Step {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  /** The top is last. */
  readonly stack?: readonly string[] | null
  readonly memory?: readonly string[] | null
  readonly storage?: Readonly<Record<string, string>> | null
  readonly error?: string | null
}

export type StepRow = Pick<Step, 'pc' | 'op' | 'gas' | 'gasCost' | 'depth'>

export interface Summary {
  readonly count: number
  readonly failed: boolean
  readonly gas: number
  /** False for a long trace, whose memory would be larger than an answer may be. */
  readonly hasMemory: boolean
  readonly hasStack: boolean
}

export interface StepDetails {
  readonly index: number
  readonly step: Step
  /** Cells of the contract that runs, as far as the transaction has read or written them. */
  readonly storage: readonly (readonly [cell: string, value: string])[]
}

/** Where to go from a step: the next call or return, or the next failure. */
export type Seek = 'next-call' | 'previous-call' | 'failure'

/** The steps of one transaction. */
export interface HeldSteps {
  load(hash: string): Promise<Summary>
  rows(from: number, to: number): Promise<readonly StepRow[]>
  details(index: number): Promise<StepDetails | undefined>
  seek(from: number, seek: Seek): Promise<number | undefined>
  end(): void
}

export type Question =
  | { readonly kind: 'load'; readonly path: string; readonly key: string; readonly hash: string }
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'details'; readonly index: number }
  | { readonly kind: 'seek'; readonly from: number; readonly seek: Seek }

export interface Asked {
  readonly id: number
  readonly question: Question
}

export type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly problem: string })
