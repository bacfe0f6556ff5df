import { knownContracts } from '../../shared/abi/contracts.ts'
import { nativeContracts } from '../../shared/abi/nativeContracts.ts'
import type { Sought } from '../../shared/format/search.ts'
import { linkTo } from '../../shared/routing/route.ts'
import type { Hex, Log } from '../../shared/rpc/answers.ts'
import { call } from '../../shared/rpc/rpcClient.ts'
import { bridge } from '../../shared/sentence/bridgeDeed.ts'
import { metTokens } from '../../shared/tokens/tokens.ts'

/** A page that a search leads to. */
export interface Target {
  readonly link: string
  /** What is there: "Function transfer of Guestbook". Names of contracts are untrusted. */
  readonly title: string
}

export interface Findings {
  readonly targets: readonly Target[]
  /** Where the search looked, for the sentence about a search that finds nothing. */
  readonly looked: string
}

export async function findTargets(sought: Sought): Promise<Findings> {
  switch (sought.kind) {
    case 'block':
      return one(linkTo('block', sought.number), `Block ${sought.number}`)
    case 'address':
      return one(linkTo('address', sought.address), `Address ${sought.address}`)
    case 'bitcoin-address':
      return one(linkTo('peg', sought.address), `Peg-ins and peg-outs of ${sought.address}`)
    case 'hash':
      return findHash(sought.hash)
    case 'name':
      return findName(sought.name)
    case 'nothing':
      return { targets: [], looked: '' }
  }
}

const one = (link: string, title: string): Findings => ({ targets: [{ link, title }], looked: '' })

async function findHash(hash: Hex): Promise<Findings> {
  const [transaction, block, isOfPeg] = await Promise.all([
    call<object | null>('eth_getTransactionByHash', hash),
    call<object | null>('eth_getBlockByHash', hash, false),
    isBitcoinTransactionOfPeg(hash),
  ])
  const targets: Target[] = []
  if (transaction !== null) targets.push({ link: linkTo('tx', hash), title: `Transaction ${hash}` })
  if (block !== null) targets.push({ link: linkTo('block', hash), title: `Block ${hash}` })
  if (isOfPeg)
    targets.push({ link: linkTo('peg', hash.slice(2)), title: `Bitcoin transaction ${hash.slice(2)}` })
  return {
    targets,
    looked:
      'the transactions of the best chain and of the pool, the blocks of every branch, and the Bitcoin transactions in the logs of the Bridge',
  }
}

/** Events of the Bridge have the id of a Bitcoin transaction as their first or second indexed value. */
async function isBitcoinTransactionOfPeg(hash: Hex): Promise<boolean> {
  const filter = { address: bridge, fromBlock: '0x0', toBlock: 'latest' }
  const found = await Promise.all(
    [
      [null, hash],
      [null, null, hash],
    ].map((topics) =>
      // An operator may bound the range of logs; the other places still answer.
      call<readonly Log[]>('eth_getLogs', { ...filter, topics }).catch((): readonly Log[] => []),
    ),
  )
  return found.some((logs) => logs.length > 0)
}

const maximumTargets = 50

/** Searches what the page itself knows: a node does not list names. */
function findName(name: string): Findings {
  const wanted = name.toLowerCase()
  const fits = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) === true
  const targets: Target[] = []
  const add = (address: string, title: string, tab = '') =>
    targets.push({ link: `${linkTo('address', address)}${tab}`, title })
  for (const native of nativeContracts) if (fits(native.name)) add(native.address, `Contract ${native.name}`)
  for (const token of metTokens())
    if (fits(token.symbol) || fits(token.name)) add(token.address, `Token ${token.name} (${token.symbol})`)
  for (const [address, { artifact }] of knownContracts()) {
    if (fits(artifact.name)) add(address, `Contract ${artifact.name}`)
    for (const item of artifact.abi) {
      if (item.type === 'function' && fits(item.name))
        add(address, `Function ${item.name} of ${artifact.name}`, '?tab=contract')
    }
  }
  return {
    targets: targets.slice(0, maximumTargets),
    looked:
      'the native contracts, the contracts whose ABI this browser has, their functions, and the tokens that it has shown since it was opened',
  }
}
