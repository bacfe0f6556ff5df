import { briefDecimal, briefRbtc, decimal } from '../format/quantity.ts'
import { CopyButton } from './copyable.tsx'

interface AmountProps {
  /** Adds a button that copies the whole value. */
  readonly copies?: boolean
  /** Writes a plus before what was received. */
  readonly isChange?: boolean
}

/** Wei as RBTC: short, with the whole value on hover. */
export const Rbtc = ({ wei, copies, isChange = false }: AmountProps & { readonly wei: bigint }) => (
  <Amount
    text={`${isChange && wei > 0n ? '+' : ''}${briefRbtc(wei)}`}
    whole={`${decimal(wei, 18)} RBTC`}
    copied={copies ? plain(wei, 18) : undefined}
  />
)

interface TokenAmountProps extends AmountProps {
  readonly amount: bigint
  readonly decimals: number
  /** Written by whoever made the contract; shown as text. */
  readonly symbol: string
}

export const TokenAmount = ({ amount, decimals, symbol, copies, isChange = false }: TokenAmountProps) => (
  <Amount
    text={`${isChange && amount > 0n ? '+' : ''}${briefDecimal(amount, decimals)} ${symbol}`}
    whole={`${decimal(amount, decimals)} ${symbol}`}
    copied={copies ? plain(amount, decimals) : undefined}
  />
)

interface TextsProps {
  readonly text: string
  readonly whole: string
  readonly copied: string | undefined
}

const Amount = ({ text, whole, copied }: TextsProps) => (
  <>
    <span class="sum" title={whole}>
      {text}
    </span>
    {copied !== undefined && <CopyButton text={copied} name={whole} />}
  </>
)

/** As programs read it: no spaces between digits. */
const plain = (amount: bigint, decimals: number): string => decimal(amount, decimals).replace(/\s/g, '')
