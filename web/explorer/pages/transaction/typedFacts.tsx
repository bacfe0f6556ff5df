import { counted, gasPrice, integerOf } from '../../../shared/format/quantity.ts'
import { Fact } from '../../../shared/parts/facts.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import type { Transaction } from '../../../shared/rpc/answers.ts'

const kinds: Readonly<Record<string, string>> = {
  '0x1': '1, with an access list',
  '0x2': '2, with a maximum fee',
  '0x4': '4, with authorizations',
}

/** The fields that only typed transactions have. Renders nothing for a legacy one. */
export function TypedFacts({ transaction }: { readonly transaction: Transaction }) {
  const { type = '0x0', maxFeePerGas, accessList = [], authorizationList = [] } = transaction
  if (type === '0x0') return null
  return (
    <>
      <Fact name="Type">{kinds[type] ?? `${type}, of Rootstock’s namespace`}</Fact>
      {maxFeePerGas !== undefined && (
        <Fact name="Maximum fee">{gasPrice(integerOf(maxFeePerGas))}, of which the gas price is paid</Fact>
      )}
      {accessList.length > 0 && (
        <Fact name="Access list">
          {accessList.map(({ address, storageKeys }) => (
            <div key={address}>
              <AddressLink value={address} /> <small>{counted(storageKeys.length, 'cell')}</small>
            </div>
          ))}
        </Fact>
      )}
      {authorizationList.length > 0 && (
        <Fact name="Delegations">
          {authorizationList.map(({ address, nonce }) => (
            <div key={`${address} ${nonce}`}>
              an account with nonce {String(integerOf(nonce))} delegates to <AddressLink value={address} />
            </div>
          ))}
        </Fact>
      )}
    </>
  )
}
