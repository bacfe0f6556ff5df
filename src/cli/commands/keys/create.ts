import type { Command } from '../../command.ts'
import { exitCodes } from '../../errors.ts'
import { grantOptions, grantsOf } from '../../keys/grantOptions.ts'
import { expectNoOperands, keysOptions, withKeyring } from '../../keys/keyringAccess.ts'
import { tellIssued } from '../../keys/tellIssued.ts'

export const keysCreateCommand: Command = {
  name: 'keys create',
  operands: '',
  summary: 'make an API key; it is shown once',
  description: `Makes a key and shows it this once: only a hash of it is stored. A running server accepts it at once.
The key is the last part of the address: http://HOST:PORT/KEY or http://HOST:PORT/testnet/KEY.

Every call costs units, by its method: the cheapest costs 1.`,
  examples: [
    'cambium keys create --label shop --data chains',
    'cambium keys create --label shop --network testnet --method eth --method net --expires 90d --data chains',
    'cambium keys create --label app --origin https://app.example --rate 50 --daily-units 1000000 --data chains',
  ],
  options: [...grantOptions, ...keysOptions],

  async run(given, terminal) {
    expectNoOperands(given)
    const grants = grantsOf(given, Date.now())
    const issued = await withKeyring(given, (keyring) => keyring.create(grants))
    tellIssued(issued, given, terminal)
    return exitCodes.success
  },
}
