import { useOnline } from '#client/lib/use-online.ts'
import { NetBar } from './net-bar.tsx'

/** For pages that are whole without a connection. */
export function OfflineBar() {
  return (
    <NetBar offline={!useOnline()}>You are offline. This page works without a connection.</NetBar>
  )
}
