import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alice, bob, contractAddress, fortune, stranger } from '../../execution/executionWorld.cases.ts'
import { asAddress, leftPad } from '../../primitives/bytes.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import type { State } from '../../state/state.ts'
import { TraceOutput } from '../output/traceOutput.ts'
import { transactionTrace } from '../replay/transactionTrace.ts'
import {
  calleeAddress,
  callTo,
  runTraced,
  type TracedTransaction,
  tracedPlace,
} from '../tracingWorld.cases.ts'

interface Shown {
  balance?: string
  nonce?: number
  code?: string
  storage?: Record<string, string>
}

type Accounts = Record<string, Shown>
interface Diff {
  readonly pre: Accounts
  readonly post: Accounts
}

/** The trace of a transaction and the state after it. */
function run<Trace>(diffMode: boolean, transaction: TracedTransaction): { trace: Trace; after: State } {
  let text = ''
  const output = new TraceOutput((piece) => {
    text += piece
  }, 1e6)
  const tracing = { gasLimit: 0, logsBefore: () => 0, place: tracedPlace, output, maximumLength: 1e6 }
  const after = runTraced(transaction, transactionTrace({ name: 'prestate', diffMode }, tracing))
  output.end()
  return { trace: JSON.parse(text), after }
}

const word = (value: number): string => toHex(wordBytes(BigInt(value)))
const contract = toHex(contractAddress)

describe('the prestateTracer', () => {
  it('shows the earlier state of everything that the transaction accessed', () => {
    const { trace } = run<Accounts>(false, {
      code: '9 1 SSTORE 2 SLOAD',
      value: 4n,
      prepare: (state) => {
        state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(5))
        state.setStorage(contractAddress, wordBytes(3n), Uint8Array.of(6))
      },
    })
    expect(trace[toHex(alice.address)]).toEqual({ balance: `0x${fortune.toString(16)}` })
    expect(trace[contract]).toEqual({
      balance: '0x0',
      code: '0x6009600155600254',
      storage: { [word(1)]: word(5) },
    })
    expect(trace[toHex(bob.address)]).toBeUndefined()
  })

  it('shows only changes in diff mode, on both sides', () => {
    const { trace } = run<Diff>(true, {
      code: '9 1 SSTORE 2 SLOAD 0 3 SSTORE 7 4 SSTORE',
      prepare: (state) => {
        state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(5))
        state.setStorage(contractAddress, wordBytes(2n), Uint8Array.of(5))
        state.setStorage(contractAddress, wordBytes(3n), Uint8Array.of(6))
      },
    })
    expect(trace.pre[contract]!.storage).toEqual({ [word(1)]: word(5), [word(3)]: word(6) })
    expect(trace.post[contract]).toEqual({ storage: { [word(1)]: word(9), [word(4)]: word(7) } })
    expect(trace.post[toHex(alice.address)]).toMatchObject({ nonce: 1 })
  })

  it('shows a new account only in post, a destroyed one only in pre', () => {
    const { trace } = run<Diff>(true, { code: `#73${toHex(stranger).slice(2)} SELFDESTRUCT`, value: 3n })
    expect(Object.keys(trace.pre)).toContain(contract)
    expect(Object.keys(trace.post)).not.toContain(contract)
    expect(trace.pre[toHex(stranger)]).toBeUndefined()
    expect(trace.post[toHex(stranger)]).toEqual({ balance: '0x3' })
  })

  it('shows only the fee of a reverted transaction', () => {
    const { trace } = run<Diff>(true, { code: '9 1 SSTORE 0 0 REVERT', value: 3n })
    expect(Object.keys(trace.post)).toEqual([toHex(alice.address)])
  })
})

/* The earlier state with the diff applied must equal the later state. */

const address = fc.constantFrom(stranger, calleeAddress, bob.address)
const small = fc.integer({ min: 0, max: 3 })
const phrase = fc.oneof(
  fc.tuple(small, small).map(([value, cell]) => `${value} ${cell} SSTORE`),
  small.map((cell) => `${cell} SLOAD POP`),
  fc.tuple(address, small).map(([to, value]) => `0 0 0 0 ${value} #73${toHex(to).slice(2)} 30000 CALL POP`),
  address.map((to) => callTo('DELEGATECALL', to).replace('GAS', '40000')),
  fc.constant('#675f60015360015ff3 0 MSTORE 8 24 1 CREATE POP'),
)
const ending = fc.oneof(
  { weight: 4, arbitrary: fc.constant('STOP') },
  fc.constant('0 0 REVERT'),
  fc.constant('#fe'),
  address.map((heir) => `#73${toHex(heir).slice(2)} SELFDESTRUCT`),
)
const program = fc
  .tuple(fc.array(phrase, { maxLength: 6 }), ending)
  .map(([phrases, last]) => [...phrases, last].join(' '))

describe('a diff of the prestateTracer', () => {
  it('leads from the state before the transaction to the state after it', () => {
    fc.assert(
      fc.property(program, program, small, (code, calleeCode, value) => {
        let before = new Map<string, Shown>()
        const transaction = {
          code,
          calleeCode,
          value: BigInt(value),
          prepare: (state: State) => {
            state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(2))
            state.setStorage(calleeAddress, wordBytes(2n), Uint8Array.of(1))
            before = viewsOf(state, known)
          },
        }
        const { trace, after } = run<Diff>(true, transaction)
        const names = new Set([...known, ...Object.keys(trace.post), ...Object.keys(trace.pre)])
        expect(applied(before, trace)).toEqual(viewsOf(after, [...names]))
      }),
      { numRuns: 150 },
    )
  })
})

const known = [alice.address, bob.address, stranger, contractAddress, calleeAddress].map(toHex)

/** The existing accounts, by name, with all their values. */
function viewsOf(state: State, names: readonly string[]): Map<string, Shown> {
  const views = new Map<string, Shown>()
  for (const name of names) {
    const address = asAddress(fromHex(name))
    if (!state.exists(address)) continue
    views.set(name, {
      balance: `0x${state.balance(address).toString(16)}`,
      nonce: Number(state.nonce(address)),
      code: toHex(state.code(address)?.bytes ?? new Uint8Array(0)),
      storage: Object.fromEntries(
        [...state.storageCells(address)].map(([cell, value]) => [toHex(cell), toHex(leftPad(value, 32))]),
      ),
    })
  }
  return views
}

function applied(before: ReadonlyMap<string, Shown>, { pre, post }: Diff): Map<string, Shown> {
  const result = new Map(before)
  for (const name of Object.keys(pre)) if (post[name] === undefined) result.delete(name)
  for (const [name, change] of Object.entries(post)) {
    const old = result.get(name) ?? { nonce: 0, code: '0x', storage: {} }
    const storage = { ...old.storage }
    for (const cell of Object.keys(pre[name]?.storage ?? {})) delete storage[cell]
    result.set(name, { ...old, ...change, storage: { ...storage, ...change.storage } })
  }
  return result
}
