import { nativeContract } from '../nativeContract.ts'
import { deriveExtendedPublicKey } from './deriveExtendedPublicKey.ts'
import { extractPublicKeyFromExtendedPublicKey } from './extractPublicKey.ts'
import { getMultisigScriptHash } from './getMultisigScriptHash.ts'
import { toBase58Check } from './toBase58Check.ts'

/** RSKIP106: arithmetic of hierarchical deterministic Bitcoin wallets. */
export const hdWalletUtilsMethods = [
  toBase58Check,
  deriveExtendedPublicKey,
  extractPublicKeyFromExtendedPublicKey,
  getMultisigScriptHash,
]

export const hdWalletUtilsContract = nativeContract({
  name: 'HDWalletUtils',
  methods: hdWalletUtilsMethods,
})
