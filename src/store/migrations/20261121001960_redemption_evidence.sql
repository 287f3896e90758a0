-- SHA-256 of all that was presented at a tap, so that a repeat is one of the whole and not only of what names it. Redemptions from before
-- have none; they are no longer repeated.
alter table ticket_redemption
  add column evidence bytea constraint ticket_redemption_evidence_length check (octet_length(evidence) = 32);
