import { nameOfServer, type SharedServer } from './address.ts'
import { SharingError } from './errors.ts'

/** Errors of a server that another server, or the same one later, may not give. */
const passing =
  /^(READONLY|LOADING|MASTERDOWN|NOREPLICAS|MISCONF|OOM|CLUSTERDOWN|TRYAGAIN|BUSY|NOMASTERLINK|UNKILLABLE)\b/
const refusing = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|AUTH ))/

/** Codes of Node for the errors of OpenSSL's verification. */
const wrongCertificate = /CERT|CRL|SELF_SIGNED|LEAF_SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|MISMATCH/

/** The error of a server or of the network in words, without the password, which a server may repeat. */
export function explained(error: unknown, server: SharedServer, password = server.password): SharingError {
  if (error instanceof SharingError) return error
  const raw = error instanceof Error ? error.message : 'failed'
  const text = password === undefined ? raw : raw.replaceAll(password, '***')
  const where = nameOfServer(server)
  if (refusing.test(text)) return new SharingError('refused', `${where} refuses the user or the password`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (wrongCertificate.test(code)) {
    return new SharingError('refused', `${where} has a certificate that is not trusted: ${text}`)
  }
  const isReply = code === '' && /^[A-Z]+ /.test(text)
  if (!isReply) return new SharingError('away', `${where}: ${text}`)
  return new SharingError(passing.test(text) ? 'away' : 'refused', `${where}: ${text}`, text)
}
