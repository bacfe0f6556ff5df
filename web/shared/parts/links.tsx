import { shortened } from '../format/text.ts'
import { linkTo } from '../routing/route.ts'
import { CopyButton } from './copyable.tsx'
import { LongHex } from './hexText.tsx'

interface LinkProps {
  /** Shows the whole text with a button that copies it. */
  readonly whole?: boolean
}

interface HexLinkProps extends LinkProps {
  readonly page: string
  readonly value: string
  readonly name: string
  readonly label?: string | undefined
}

function HexLink({ page, value, name, label, whole }: HexLinkProps) {
  return (
    <span class="hex">
      <a href={linkTo(page, value)} title={value}>
        {label ?? (whole ? <LongHex value={value} /> : shortened(value))}
      </a>
      {whole && <CopyButton text={value} name={name} />}
    </span>
  )
}

export const AddressLink = ({
  value,
  ...rest
}: LinkProps & { value: string; label?: string | undefined }) => (
  <HexLink page="address" value={value} name="address" {...rest} />
)

export const TransactionLink = ({ value, ...rest }: LinkProps & { value: string }) => (
  <HexLink page="tx" value={value} name="transaction hash" {...rest} />
)

/** A block by its number, or by its hash where the number may have moved to another block. */
export const BlockLink = ({ value }: { readonly value: string | number | bigint }) => (
  <a class="number" href={linkTo('block', value)}>
    {typeof value === 'string' && value.length > 20 ? shortened(value) : String(value)}
  </a>
)
