import type { EvmHost } from '../../execution/host/evmHost.ts'
import { stripLeadingZeros } from '../../primitives/bytes.ts'
import { signedBytes } from '../../primitives/integers.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { State } from '../../state/state.ts'
import type { BlockOverrides, CellOverride, StateOverride } from '../request/traceJob.ts'

/** Whether one of the accounts is a precompiled or native contract, which is part of the rules and not of the state. */
export const overridesPrecompile = (overrides: readonly StateOverride[], host: EvmHost): boolean =>
  overrides.some(({ address }) => host.precompile(address) !== undefined)

/** Applies the caller's overrides to a state. */
export function applyOverrides(state: State, overrides: readonly StateOverride[]): void {
  for (const override of overrides) applyOverride(state, override)
}

function applyOverride(state: State, { address, balance, nonce, code, ...storage }: StateOverride): void {
  if (storage.state !== undefined) clearStorage(state, address)
  if (balance !== undefined) state.addBalance(address, balance - state.balance(address))
  if (nonce !== undefined) state.setNonce(address, nonce)
  if (code !== undefined) {
    state.saveCode(address, code)
    state.markContract(address)
  }
  setCells(state, address, storage.state ?? [])
  setCells(state, address, storage.stateDiff ?? [])
}

/** Deletes the account and restores everything except its storage, independent of the storage's size. */
function clearStorage(state: State, address: Uint8Array): void {
  if (!state.exists(address)) return
  const balance = state.balance(address)
  const nonce = state.nonce(address)
  const code = state.code(address)
  const isContract = state.isContract(address)
  state.deleteAccount(address)
  state.setNonce(address, nonce)
  state.addBalance(address, balance)
  if (code !== undefined) state.saveCode(address, code.bytes)
  if (isContract) state.markContract(address)
}

function setCells(state: State, address: Uint8Array, cells: readonly CellOverride[]): void {
  for (const { cell, value } of cells) state.setStorage(address, cell, stripLeadingZeros(value))
}

/** A header with the caller's values. Its hash stays that of the block. */
export function overriddenHeader(header: BlockHeader, overrides: BlockOverrides | undefined): BlockHeader {
  if (overrides === undefined) return header
  const { number, timestamp, coinbase, gasLimit, difficulty } = overrides
  return {
    ...header,
    ...(number !== undefined && { number }),
    ...(timestamp !== undefined && { timestamp }),
    ...(coinbase !== undefined && { coinbase }),
    ...(gasLimit !== undefined && { gasLimit: signedBytes(gasLimit) }),
    ...(difficulty !== undefined && { difficulty }),
  }
}
