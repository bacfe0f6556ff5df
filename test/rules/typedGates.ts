import {
  alice,
  authorizationBy,
  bob,
  contractAddress,
  deploy,
  stranger,
} from '../../src/execution/executionWorld.cases.ts'
import { emptyBytes } from '../../src/primitives/bytes.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { delegationTo } from '../../src/protocol/delegation.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import type { Network } from '../../src/protocol/networks/network.ts'
import { emptyAccessList, encodeAccessList } from '../../src/protocol/transactions/accessList.ts'
import { NamespaceTransaction } from '../../src/protocol/transactions/namespaceTransaction.ts'
import { signed } from '../../src/protocol/transactions/sign.ts'
import type { Transaction, TransactionSignature } from '../../src/protocol/transactions/transaction.ts'
import { Type1Transaction } from '../../src/protocol/transactions/type1.ts'
import { Type2Transaction } from '../../src/protocol/transactions/type2.ts'
import { Type4Transaction } from '../../src/protocol/transactions/type4.ts'
import { executeAt, executeMadeAt, wordAt } from './executionAt.ts'
import { gate } from './gate.ts'

/*
 * The drafts of typed transactions, which no network has: each row sets the height of one of them, and an earlier height for
 * the others.
 */

const start = 30

const networkWith = (rule: 'rskip543' | 'rskip545' | 'rskip546'): Network => ({
  ...regtest,
  activations: { ...regtest.activations, rskip543: 10, rskip545: 10, rskip546: 10, [rule]: start },
})

const fields = (signature: TransactionSignature | null, prices = 9n) => ({
  nonce: emptyBytes,
  gasPrice: prices,
  gasLimit: unsignedBytes(400_000),
  to: contractAddress,
  value: 0n,
  data: emptyBytes,
  chainId: regtest.chainId,
  signature,
})
const fees = { maximumPriorityFee: 9n, maximumFee: 20n }
const list = encodeAccessList([{ address: stranger, cells: [] }])

/** Bob lets the code of the contract run in his place. */
const authorization = () =>
  authorizationBy(bob, { chainId: 0n, address: contractAddress, nonce: Uint8Array.of(0) })

const byAlice = <Made extends Transaction>(make: (signature: TransactionSignature | null) => Made): Made =>
  signed(make, alice.key)
const type1 = (accessList: Uint8Array = emptyAccessList) =>
  byAlice((signature) => new Type1Transaction(fields(signature), accessList))
const type2 = () => byAlice((signature) => new Type2Transaction(fields(signature), emptyAccessList, fees))
const type4 = (accessList: Uint8Array = emptyAccessList) =>
  byAlice((signature) => new Type4Transaction(fields(signature), accessList, fees, [authorization()]))
const namespace = () =>
  byAlice((signature) => new NamespaceTransaction(fields(signature), Uint8Array.of(2, 3)))

export const typedGates = [
  gate({
    rule: 'rskip543',
    network: networkWith('rskip543'),
    shows: 'blocks may have typed transactions',
    before: ['type-not-active', 'type-not-active'],
    at: ['success', 'success'],
    probe: (moment) => [executeMadeAt(moment, type1()).status, executeMadeAt(moment, type4()).status],
  }),
  ...(
    [
      ['of type 1', type1],
      ['of type 2', type2],
      ["of Rootstock's namespace", namespace],
    ] as const
  ).map(([name, make]) =>
    gate({
      rule: 'rskip546',
      network: networkWith('rskip546'),
      shows: `blocks may have transactions ${name}`,
      before: 'type-not-active',
      at: 'success',
      probe: (moment) => executeMadeAt(moment, make()).status,
    }),
  ),
  gate({
    rule: 'rskip546',
    network: networkWith('rskip546'),
    shows: 'each byte of an access list costs 80 gas',
    before: 0,
    at: 80 * list.length,
    probe: (moment) => executeMadeAt(moment, type4(list)).gasUsed - executeMadeAt(moment, type4()).gasUsed,
  }),
  gate({
    rule: 'rskip545',
    network: networkWith('rskip545'),
    shows: 'blocks may have transactions of type 4, which give accounts code',
    before: ['type-not-active', undefined],
    at: ['success', delegationTo(contractAddress)],
    probe: (moment) => {
      const { status, state } = executeMadeAt(moment, type4())
      return [status, state.code(bob.address)?.bytes]
    },
  }),
  gate({
    rule: 'rskip545',
    network: networkWith('rskip545'),
    shows: 'a call of a delegated account runs the code of the other',
    before: 'halt',
    at: 'success',
    probe: (moment) =>
      executeAt(moment, { to: bob.address }, (state) => {
        deploy(state, contractAddress, '1 0 SSTORE STOP')
        state.saveCode(bob.address, delegationTo(contractAddress))
      }).status,
  }),
  gate({
    rule: 'rskip545',
    network: networkWith('rskip545'),
    shows: 'CALL follows a delegation once',
    before: 0n,
    at: 1n,
    probe: (moment) =>
      wordAt(moment, `0 0 0 0 0 0x${Buffer.from(bob.address).toString('hex')} 50000 CALL`, (state) => {
        deploy(state, stranger, 'STOP')
        state.saveCode(bob.address, delegationTo(stranger))
      }),
  }),
]
