import { DamagedData, type DamagedRecord, reasonOf } from '../../primitives/errors.ts'

/** A part of the stored data that is not what was written. */
export interface Finding {
  /** Which part: it decides what the operator can do. */
  readonly part: 'block' | 'index' | 'state'
  readonly what: string
  /** Undefined when the damage is not that of one record. */
  readonly record?: DamagedRecord | undefined
}

export interface VerifyProgress {
  readonly what: string
  readonly done: number
  /** Undefined while it is unknown. */
  readonly total: number | undefined
}

/** A verification is long: it gives a finding or its progress with every step, so that the caller can show or stop it. */
export type VerifyStep = { readonly finding: Finding } | { readonly progress: VerifyProgress }

/** What a caught value says about damage, without the advice to run the verification that found it. */
export const damageOf = (error: unknown): string =>
  error instanceof DamagedData ? `${error.what} is not what was written` : reasonOf(error)
