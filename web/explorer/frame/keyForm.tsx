import { SecretForm } from '../../shared/frame/secretForm.tsx'
import { apiKey, setApiKey } from '../../shared/rpc/apiKey.ts'

/** Asks for the API key that the node requires. */
export const KeyForm = () => (
  <SecretForm
    title="API key"
    label="Key"
    action="Use the key"
    problem={apiKey.value === '' ? undefined : 'The node refuses this key.'}
    onSecret={setApiKey}
  >
    This node answers with an API key only. The key stays in this browser tab, and is sent to this node in a
    header.
  </SecretForm>
)
