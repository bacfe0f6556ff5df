import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { cellChanges } from '../recordedPeg.cases.ts'
import { lastHeaderTime } from './bitcoinChain.ts'
import type { BridgeCell, CellStore } from './cell.ts'
import {
  activeCreationHeight,
  federationElection,
  lastRetiredScript,
  newFederation,
  nextCreationHeight,
  oldFederation,
  pendingFederation,
  proposedFederation,
} from './federations.ts'
import { feePerKb, feePerKbElection, lockingCap } from './governance.ts'
import { processedTransactions } from './pegin.ts'
import { nextPegoutHeight, releaseRequests, unconfirmedPegouts, unsignedPegouts } from './pegouts.ts'
import {
  baseEvent,
  superEvent,
  unionBridgeAddress,
  unionBridgeLockingCap,
  unionBridgeReleaseEnabled,
  unionBridgeRequestEnabled,
  unionBridgeTransferred,
} from './unionBridge.ts'
import { newFederationUtxos, oldFederationUtxos } from './utxos.ts'
import {
  fundTransactionId,
  signedFundTransaction,
  spendTransactionId,
  spendWaitingForSignatures,
} from './validation.ts'
import { whitelist } from './whitelist.ts'

const cells: readonly BridgeCell<unknown>[] = [
  lastHeaderTime,
  processedTransactions,
  releaseRequests,
  unconfirmedPegouts,
  unsignedPegouts,
  nextPegoutHeight,
  spendWaitingForSignatures,
  fundTransactionId,
  signedFundTransaction,
  spendTransactionId,
  newFederationUtxos,
  oldFederationUtxos,
  newFederation,
  oldFederation,
  proposedFederation,
  pendingFederation,
  activeCreationHeight,
  nextCreationHeight,
  federationElection,
  lastRetiredScript,
  feePerKb,
  feePerKbElection,
  lockingCap,
  whitelist,
  unionBridgeAddress,
  unionBridgeLockingCap,
  unionBridgeTransferred,
  unionBridgeRequestEnabled,
  unionBridgeReleaseEnabled,
  superEvent,
  baseEvent,
]

/** The cells at a height of the recorded chain. */
class RecordedStore implements CellStore {
  readonly network = regtest
  readonly rules = rulesAt(regtest, 1)
  readonly content = new Map<string, Uint8Array>()
  readonly written = new Map<string, string>()

  read(key: Uint8Array): Uint8Array {
    return this.content.get(toHex(key)) ?? new Uint8Array(0)
  }

  write(key: Uint8Array, bytes: Uint8Array): void {
    this.written.set(toHex(key), toHex(bytes))
  }

  touch(): void {
    throw new Error('cells are written here, whatever was read')
  }
}

describe('the recorded cells of the Bridge', () => {
  const heights = [...new Set(cellChanges.map(({ height }) => height))]

  it('are written back as they were read, at every height', () => {
    const store = new RecordedStore()
    const rewritten = new Set<string>()
    for (const height of heights) {
      for (const { key, value } of cellChanges.filter((change) => change.height === height)) {
        store.content.set(key, value === '0x0' ? new Uint8Array(0) : fromHex(value))
      }
      for (const cell of cells) {
        store.written.clear()
        cell.write(store, cell.read(store))
        for (const [key, value] of store.written) {
          const before = store.content.get(key)
          // An absent cell may be created with its initial value.
          if (!before?.length) continue
          expect([height, cell.name, value]).toEqual([height, cell.name, toHex(before)])
          rewritten.add(key)
        }
      }
    }
    const neverRewritten = cellChanges.filter(({ key, value }) => value !== '0x0' && !rewritten.has(key))
    expect([...new Set(neverRewritten.map(({ cell }) => cell))].sort()).toEqual(['blockStoreChainHead'])
  })
})
