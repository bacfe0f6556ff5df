import { integerOf, rbtc } from '../../../shared/format/quantity.ts'
import { Panel } from '../../../shared/parts/facts.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

const maximumShown = 50

/** The unlocked accounts of the node. */
export function Accounts() {
  const loaded = useLoaded(load, 'accounts', [head.value?.hash])
  return (
    <Panel title="Unlocked accounts">
      <LoadedPart loaded={loaded}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty>The node has no unlocked accounts.</Empty>
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Address</th>
                    <th scope="col" class="amount">
                      Balance
                    </th>
                    <th scope="col" class="amount">
                      Nonce
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {accounts.map(({ address, balance, nonce }) => (
                    <tr key={address}>
                      <td>
                        <AddressLink value={address} whole />
                      </td>
                      <td class="amount">{rbtc(integerOf(balance))}</td>
                      <td class="amount">{String(integerOf(nonce))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </LoadedPart>
    </Panel>
  )
}

async function load() {
  const addresses = await call<readonly Hex[]>('eth_accounts')
  return Promise.all(
    addresses.slice(0, maximumShown).map(async (address) => {
      const [balance, nonce] = await Promise.all([
        call<Hex>('eth_getBalance', address, 'latest'),
        call<Hex>('eth_getTransactionCount', address, 'latest'),
      ])
      return { address, balance, nonce }
    }),
  )
}
