import { Status } from '#client/desk/kit/status.tsx'
import styles from './environment.module.css'

interface EnvironmentProps {
  /** Undefined until the server has said. */
  configured: boolean | undefined
  /** Why nothing can be tested now. */
  barred: string | undefined
}

export function Environment({ configured, barred }: EnvironmentProps) {
  return (
    <section className={styles.environment} aria-labelledby="video-environment">
      <div>
        <h2 id="video-environment">Environment</h2>
        <p>API key of the video provider</p>
        {barred ? <p className={styles.barred}>{barred}</p> : null}
      </div>
      <div role="status">
        {configured === undefined ? null : configured ? (
          <Status tone="ok">Configured</Status>
        ) : (
          <Status tone="problem">Not Set</Status>
        )}
      </div>
    </section>
  )
}
