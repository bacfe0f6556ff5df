import type { ComponentType } from 'preact'
import type { Block, Hex, Receipt, Transaction } from '../../shared/rpc/answers.ts'
import { apiKey } from '../../shared/rpc/apiKey.ts'
import { nodeInPage } from '../../shared/rpc/nodeInPage.ts'
import { lazyPart } from '../lazyPart.tsx'

/* The marks of pages whose content a light client can check. Their code is loaded when they are shown. */

/** A chain in the page needs no proof, and a light client has no header for an API key. */
const isOffered = (): boolean => nodeInPage() === undefined && apiKey.value === ''

const whereOffered =
  <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> =>
  (props) =>
    isOffered() ? <Part {...props} /> : null

export const CheckedBlock = whereOffered<{ readonly block: Block }>(
  lazyPart(async () => {
    const [{ CheckedPart }, { checkBlock }] = await parts()
    return ({ block }) => <CheckedPart subject={block.hash} check={() => checkBlock(block)} />
  }),
)

export const CheckedTransaction = whereOffered<{
  readonly transaction: Transaction
  readonly receipt: Receipt
}>(
  lazyPart(async () => {
    const [{ CheckedPart }, { checkTransaction }] = await parts()
    return ({ transaction, receipt }) => (
      <CheckedPart
        subject={`${transaction.hash} ${transaction.blockHash}`}
        check={() => checkTransaction(transaction, receipt)}
      />
    )
  }),
)

interface CheckedAccountProps {
  readonly address: Hex
  readonly state: { readonly balance: Hex; readonly nonce: Hex; readonly code: Hex }
}

export const CheckedAccount = whereOffered<CheckedAccountProps>(
  lazyPart(async () => {
    const [{ CheckedPart }, { checkAccount }] = await parts()
    return ({ address, state }) => (
      <CheckedPart
        subject={[address, state.balance, state.nonce, state.code].join(' ')}
        check={() => checkAccount(address, state)}
      />
    )
  }),
)

const parts = () => Promise.all([import('./checkedPart.tsx'), import('./checks.ts')])
