import * as schema from '../../json/schema.ts'
import { address } from '../../params/address.ts'
import { optional, required } from '../../params/parameter.ts'
import { duration } from '../../params/quantity.ts'
import { text } from '../../params/text.ts'
import { orRefuse } from '../development/developmentChain.ts'
import { definePersonalMethod, owned, turnOf, withoutReasons } from './wallet.ts'

export const personalLockAccount = definePersonalMethod({
  name: 'personal_lockAccount',
  summary: 'Locks an account; false when it was not unlocked. A key that is only in memory is lost.',
  params: [required('address', address)],
  result: schema.boolean,
  handler([account], wallet, { node }) {
    const added = node.development?.addedAccounts
    return added?.has(account) ? added.lock(account) : wallet.lock(account)
  },
})

export const personalUnlockAccount = definePersonalMethod({
  name: 'personal_unlockAccount',
  summary: 'Unlocks an account for the given milliseconds, or half an hour.',
  params: [
    required('address', address),
    required('passphrase', text),
    optional('durationMs', duration, undefined),
  ],
  result: schema.boolean,
  cost: 50,
  isLong: true,
  async handler([account, passphrase, durationMs], wallet, context) {
    const added = context.node.development?.addedAccounts
    if (added?.has(account)) {
      orRefuse(() => added.unlock(account, passphrase, durationMs))
      return true
    }
    const isUnlocked = await wallet
      .unlock(account, passphrase, durationMs, turnOf(context))
      .catch(withoutReasons)
    // The passphrase proves that the account is the client's.
    if (isUnlocked) owned(account, true, context)
    return isUnlocked
  },
})
