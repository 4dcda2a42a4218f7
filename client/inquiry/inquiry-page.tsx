import { useTitle } from '#client/lib/use-title.ts'
import { titles } from '#shared/site/titles.ts'
import { InquiryForm } from './inquiry-form.tsx'
import { InquirySaved } from './inquiry-saved.tsx'
import { InquirySent } from './inquiry-sent.tsx'
import { useInquiry } from './use-inquiry.ts'

export function InquiryPage() {
  useTitle(titles['/inquiry-form'])
  const inquiry = useInquiry()
  const { state, arrived } = inquiry
  if (state.kind === 'sent') return <InquirySent confirm={state.confirm} />
  if (state.kind === 'saved')
    return <InquirySaved entryKey={state.key} savedAt={state.savedAt} onSent={arrived} />
  return <InquiryForm {...inquiry} />
}
