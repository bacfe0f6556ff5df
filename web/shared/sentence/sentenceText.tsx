import { nameOf } from '../abi/contracts.ts'
import { shortened } from '../format/text.ts'
import { Rbtc, TokenAmount } from '../parts/amount.tsx'
import { AddressLink, TransactionLink } from '../parts/links.tsx'
import { linkTo } from '../routing/route.ts'
import { type Token, useTokens } from '../tokens/tokens.ts'
import type { Piece } from './piece.ts'
import { sentenceOf, type TransactionFacts } from './sentence.ts'

/** The sentence of a transaction with its links. Names of tokens come later, when their contracts have answered. */
export function Sentence(facts: TransactionFacts) {
  const pieces = sentenceOf(facts)
  const tokens = useTokens(
    pieces.flatMap((piece) => (typeof piece === 'object' && 'token' in piece ? [piece.token] : [])),
  )
  return (
    <span class="sentence">
      {pieces.map((piece, index) => (
        <PieceText key={`${index}`} piece={piece} tokens={tokens} />
      ))}
    </span>
  )
}

interface PieceProps {
  readonly piece: Piece
  readonly tokens: ReadonlyMap<string, Token>
}

function PieceText({ piece, tokens }: PieceProps) {
  if (typeof piece === 'string') return <>{piece}</>
  switch (piece.kind) {
    case 'address':
      return <AddressLink value={piece.address} label={nameOf(piece.address)} />
    case 'transaction':
      return <TransactionLink value={piece.hash} />
    case 'rbtc':
      return <Rbtc wei={piece.wei} />
    case 'token':
      return <TokenText {...piece} known={tokens.get(piece.token.toLowerCase())} />
    case 'token-name':
      return <AddressLink value={piece.token} label={tokens.get(piece.token.toLowerCase())?.symbol} />
    case 'bitcoin':
      return (
        <a class="hex" href={linkTo('peg', piece.text)} title={piece.text}>
          {shortened(piece.text)}
        </a>
      )
    case 'code':
      return <code>{piece.text}</code>
    case 'reason':
      return <strong class="reason">{piece.text}</strong>
  }
}

interface TokenTextProps {
  readonly token: string
  readonly amount: bigint
  readonly id: bigint | undefined
  /** Undefined for a contract without a name and a symbol. */
  readonly known: Token | undefined
}

/** An amount of a token, or the number of a single one. */
export function TokenText({ token, amount, id, known }: TokenTextProps) {
  const link = <AddressLink value={token} label={known?.symbol || known?.name || undefined} />
  if (id !== undefined) {
    const number = String(id)
    return (
      <>
        {amount !== 1n && `${amount} × `}
        {link} <span title={number}>#{shortened(number)}</span>
      </>
    )
  }
  if (known === undefined) {
    return (
      <>
        {String(amount)} units of {link}
      </>
    )
  }
  return (
    <>
      <TokenAmount amount={amount} decimals={known.decimals} symbol="" /> {link}
    </>
  )
}
