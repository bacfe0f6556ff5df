import type { StateChange } from '../../tracing/parity/stateChanges.ts'
import { hex } from './itemFields.ts'

/*
 * Changes of the state in SQD's language: `key` is `balance`, `code`, `nonce` or the number of a cell, `kind` is `+` in a new
 * account, `-` in a deleted one and `*` elsewhere. SQD's `=`, of values that are the same, does not occur.
 */

export interface StateDiffItem extends StateChange {
  readonly transactionIndex: number
}

export const stateDiffKinds = ['=', '+', '*', '-'] as const
export type StateDiffKind = (typeof stateDiffKinds)[number]

export const stateDiffFieldNames = ['transactionIndex', 'address', 'key', 'kind', 'prev', 'next'] as const

/** Writes changes with their transaction, account and key, and the chosen members. */
export function stateDiffWriter(chosen: ReadonlySet<string>): (item: StateDiffItem) => string {
  const text = (value: string | undefined): string => (value === undefined ? 'null' : `"${value}"`)
  return ({ transactionIndex, address, key, kind, before, after }) => {
    let members = `"transactionIndex":${transactionIndex},"address":${hex(address)},"key":"${key}"`
    if (chosen.has('kind')) members += `,"kind":"${kind}"`
    if (chosen.has('prev')) members += `,"prev":${text(before)}`
    if (chosen.has('next')) members += `,"next":${text(after)}`
    return `{${members}}`
  }
}
