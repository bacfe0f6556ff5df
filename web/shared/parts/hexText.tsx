import { shortened } from '../format/text.ts'
import { CopyButton } from './copyable.tsx'

/** A long hex text, which a phone shows without its middle. */
export const LongHex = ({ value }: { readonly value: string }) => (
  <>
    <span class="wide">{value}</span>
    <span class="narrow">{shortened(value, 8)}</span>
  </>
)

/** The same with a button that copies the whole text. */
export const HexText = ({ value, name }: { readonly value: string; readonly name: string }) => (
  <>
    <span class="hex" title={value}>
      <LongHex value={value} />
    </span>
    <CopyButton text={value} name={name} />
  </>
)
