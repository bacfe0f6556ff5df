import { integerOf, rbtc } from '../../../shared/format/quantity.ts'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Block, Log } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { readPayment, remasc } from '../../../shared/sentence/remascPayment.ts'

/** What the REMASC contract paid in this block to miners of an older one and to the federation. */
export function RemascPayments({ block }: { readonly block: Block }) {
  const loaded = useLoaded(
    () => call<readonly Log[]>('eth_getLogs', { blockHash: block.hash, address: remasc }),
    `payments ${block.hash}`,
  )
  return (
    <LoadedPart loaded={loaded}>
      {(logs) => {
        const payments = logs.flatMap((log) => readPayment(log) ?? [])
        if (payments.length === 0) return <Empty>REMASC paid nothing in this block.</Empty>
        return (
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">To</th>
                  <th scope="col" class="amount">
                    Amount
                  </th>
                  <th scope="col">For block</th>
                  <th scope="col">Transaction</th>
                </tr>
              </thead>
              <tbody>
                {payments.map(({ to, amount, blockHash, transactionHash }, index) => (
                  <tr key={`${index} ${to}`}>
                    <td>
                      <AddressLink value={to} />
                    </td>
                    <td class="amount">{rbtc(integerOf(amount))}</td>
                    <td>
                      <BlockLink value={blockHash} />
                    </td>
                    <td>
                      <TransactionLink value={transactionHash} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }}
    </LoadedPart>
  )
}
