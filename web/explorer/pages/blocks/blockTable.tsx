import { grouped, integerOf, numberOf, percent } from '../../../shared/format/quantity.ts'
import { ago } from '../../../shared/format/time.ts'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { now } from '../../../shared/time/now.ts'

export const BlockTable = ({ blocks }: { readonly blocks: readonly Block[] }) => (
  <div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col">Age</th>
          <th scope="col" class="amount">
            Transactions
          </th>
          <th scope="col" class="amount">
            Gas used
          </th>
          <th scope="col" class="amount">
            Uncles
          </th>
          <th scope="col">Miner</th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((block) => (
          <tr key={block.hash}>
            <td>
              <BlockLink value={integerOf(block.number)} />
            </td>
            <td>{ago(numberOf(block.timestamp), now.value)}</td>
            <td class="amount">{block.transactions.length}</td>
            <td class="amount">
              {grouped(integerOf(block.gasUsed))}
              <small> {percent(integerOf(block.gasUsed), integerOf(block.gasLimit))}</small>
            </td>
            <td class="amount">{block.uncles.length}</td>
            <td>
              <AddressLink value={block.miner} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
