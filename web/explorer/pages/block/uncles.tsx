import { integerOf, numberOf, toQuantity } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

/** Blocks of other branches that this one pays a part of its reward to. */
export function Uncles({ block }: { readonly block: Block }) {
  const loaded = useLoaded(() => unclesOf(block), `uncles ${block.hash}`)
  if (block.uncles.length === 0) return <Empty>The block has no uncles.</Empty>
  return (
    <LoadedPart loaded={loaded}>
      {(uncles) => (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Height</th>
                <th scope="col">Hash</th>
                <th scope="col">Time</th>
                <th scope="col">Miner</th>
              </tr>
            </thead>
            <tbody>
              {uncles.map((uncle) => (
                <tr key={uncle.hash}>
                  <td>{String(integerOf(uncle.number))}</td>
                  <td>
                    <BlockLink value={uncle.hash} />
                  </td>
                  <td>{moment(numberOf(uncle.timestamp))}</td>
                  <td>
                    <AddressLink value={uncle.miner} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </LoadedPart>
  )
}

async function unclesOf({ hash, uncles }: Block): Promise<Block[]> {
  const found = await Promise.all(
    uncles.map((_, index) => call<Block | null>('eth_getUncleByBlockHashAndIndex', hash, toQuantity(index))),
  )
  return found.filter((uncle) => uncle !== null)
}
