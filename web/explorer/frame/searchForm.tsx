import { useState } from 'preact/hooks'
import { soughtBy } from '../../shared/format/search.ts'
import { goTo, linkTo } from '../../shared/routing/route.ts'
import { call } from '../../shared/rpc/rpcClient.ts'
import { messageOf } from '../../shared/rpc/rpcError.ts'
import { network } from '../network.ts'

/** Finds blocks, transactions and accounts. */
export function SearchForm() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const search = async (event: Event) => {
    event.preventDefault()
    try {
      const link = await linkFor(text)
      setProblem('')
      setText('')
      goTo(link)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <search class="finder">
      <form onSubmit={search}>
        <input
          type="search"
          aria-label="Search by block, hash or address"
          aria-describedby="search-problem"
          placeholder="Block, hash or address"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
      <p id="search-problem" role="alert">
        {problem}
      </p>
    </search>
  )
}

/** Where a text leads; a hash is first looked for among the transactions. */
async function linkFor(text: string): Promise<string> {
  const sought = soughtBy(text, network.value?.chainId ?? 30)
  if (sought.kind === 'nothing') throw new Error(sought.problem)
  if (sought.kind === 'block') return linkTo('block', sought.number)
  if (sought.kind === 'address') return linkTo('address', sought.address)
  const [transaction, block] = await Promise.all([
    call<object | null>('eth_getTransactionByHash', sought.hash),
    call<object | null>('eth_getBlockByHash', sought.hash, false),
  ])
  if (transaction === null && block === null)
    throw new Error('The node knows no block or transaction with this hash.')
  return linkTo(transaction === null ? 'block' : 'tx', sought.hash)
}
