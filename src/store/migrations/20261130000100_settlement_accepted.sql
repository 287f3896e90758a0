-- One more thing that a person may decide: a transfer of which the network does not show what it moved has paid its settlement. The check is
-- replaced by a wider one, in one step; the next migration validates it.
alter table settlement_intervention
  drop constraint settlement_intervention_action,
  add constraint settlement_intervention_action
    check (action in ('prepare_anew', 'skip_foreign', 'adopt_signer', 'network_restarted', 'recover_payouts', 'accept_transfer')) not valid;
