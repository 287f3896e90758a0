-- Assets of a publisher and of a type are listed newest first, whatever kinds and states are asked for: one range for each of these.
create index asset_of_publisher_listed on asset (publisher_id, kind, status, asset_id);
create index asset_of_type_listed on asset (asset_type_id, kind, status, asset_id) where asset_type_id is not null;
