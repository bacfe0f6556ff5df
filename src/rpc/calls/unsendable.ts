import { haltTexts } from '../../evm/halt.ts'
import { initCodeSizeLimit } from '../../evm/rules.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { ethereumHalted, insufficientFundsForTransfer } from '../errors/errors.ts'
import type { ReadContext } from '../method/context.ts'
import type { CallPlace } from '../node/selection.ts'
import type { CallObject } from '../params/callObject.ts'

/**
 * Ethereum's clients expect an error for a call that no transaction could make, because its named sender does not have the
 * value or the init code is too long; Rootstock's expect the answer.
 */
export function refuseUnsendable(
  { from, to, value = 0n, data }: CallObject,
  { header, state }: CallPlace,
  { node: { network }, settings }: ReadContext,
): void {
  if (settings.errors === 'rootstock') return
  if (from !== undefined && value > 0n && state.balance(from) < value) throw insufficientFundsForTransfer()
  if (to !== null || data.length === 0) return
  const rules = rulesAt(network, header.number)
  if (rules.rskip438 && data.length > initCodeSizeLimit(rules)) {
    throw ethereumHalted(haltTexts['init-code-too-large'])
  }
}
